/* A server that this is preloaded into has a clock that is CLOCK_OFFSET seconds ahead.
 *
 * Debian's libfaketime does the same for most programs, but not for a redis-server: it asks for
 * memory when it is first asked for the time, and jemalloc asks for the time when it is first
 * asked for memory. */

#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t offset;

__attribute__((constructor)) static void read_offset(void) {
    const char *text = getenv("CLOCK_OFFSET");
    offset = text ? atoll(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        now->tv_sec += offset;
    }
    return result;
}

int gettimeofday(struct timeval *now, void *zone) {
    (void)zone;
    struct timespec precise;
    int result = clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return result;
}

time_t time(time_t *seconds) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (seconds) {
        *seconds = now.tv_sec;
    }
    return now.tv_sec;
}
