"""The part of redis-py that the guide uses, so that its code runs without the package."""

import socket


class ResponseError(Exception):
    """An error reply. The text begins with its code, as in redis-py for codes of modules."""


class Redis:
    def __init__(self, port):
        self._stream = socket.create_connection(("127.0.0.1", port)).makefile("rwb")

    def execute_command(self, *words):
        words = [str(word).encode() for word in words]
        self._stream.write(b"*%d\r\n" % len(words))
        self._stream.writelines(b"$%d\r\n%b\r\n" % (len(word), word) for word in words)
        self._stream.flush()
        return self._reply()

    def incr(self, key):
        return self.execute_command("INCR", key)

    def time(self):
        seconds, microseconds = self.execute_command("TIME")
        return int(seconds), int(microseconds)

    def _reply(self):
        line = self._stream.readline().rstrip(b"\r\n")
        kind, text = line[:1], line[1:]
        if kind == b"-":
            raise ResponseError(text.decode())
        if kind == b":":
            return int(text)
        if kind == b"$":
            return None if text == b"-1" else self._stream.read(int(text) + 2)[:-2]
        if kind == b"*":
            return [self._reply() for _ in range(int(text))]
        assert kind == b"+", line
        return text
