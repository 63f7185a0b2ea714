/* A server that this is preloaded into has a clock that is CLOCK_OFFSET seconds ahead or, with
 * CLOCK_FILE, one that stands at the number of seconds in the first 8 bytes of that file. The
 * machine's own clock then stands at the number in the next 8 bytes.
 *
 * Debian's libfaketime does the same for most programs, but not for a redis-server: it asks for
 * memory when it is first asked for the time, and jemalloc asks for the time when it is first
 * asked for memory. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t offset;
static const volatile int64_t *seconds_in_file;

__attribute__((constructor)) static void set_up(void) {
    const char *text = getenv("CLOCK_OFFSET"), *path = getenv("CLOCK_FILE");
    offset = text ? atoll(text) : 0;
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0) {
        void *map = mmap(0, 2 * sizeof *seconds_in_file, PROT_READ, MAP_SHARED, file, 0);
        seconds_in_file = map == MAP_FAILED ? 0 : map;
        close(file);
    }
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        now->tv_sec += offset;
        if (seconds_in_file) {
            *now = (struct timespec){ .tv_sec = seconds_in_file[0] };
        }
    } else if (result == 0 && clock == CLOCK_BOOTTIME && seconds_in_file) {
        *now = (struct timespec){ .tv_sec = seconds_in_file[1] };
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

/* Some servers load modules so that these get the functions of the system's libraries first. */
void *dlopen(const char *path, int flags) {
    void *(*next)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    return next(path, flags & ~RTLD_DEEPBIND);
}
