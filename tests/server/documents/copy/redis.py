"""The part of redis-py that copies a site, so that the code of the document runs without it."""

import socket


class ResponseError(Exception):
    pass


class Redis:
    def __init__(self, port):
        self._stream = socket.create_connection(("127.0.0.1", port)).makefile("rwb")

    def execute_command(self, *words):
        words = [word if isinstance(word, bytes) else str(word).encode() for word in words]
        self._stream.write(b"*%d\r\n" % len(words))
        self._stream.writelines(b"$%d\r\n%b\r\n" % (len(word), word) for word in words)
        self._stream.flush()
        return self._reply()

    def _reply(self):
        kind, line = self._stream.read(1), self._stream.readline()[:-2]
        if kind == b"$":
            return self._stream.read(int(line) + 2)[:-2]
        if kind == b"*":
            return [self._reply() for _ in range(int(line))]
        if kind == b"-":
            raise ResponseError(line.decode())
        return line
