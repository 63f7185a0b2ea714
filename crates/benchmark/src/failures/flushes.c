/* A server that this is preloaded into notes, whenever it flushes a file to the disk, how long the
 * file was before, in a file with the same name and the suffix .flushed. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int fdatasync(int file) {
    static int (*flush)(int);
    struct stat before;
    char link[64], path[PATH_MAX], note[PATH_MAX + 16], length[32];
    if (!flush) {
        flush = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    }
    int is_known = fstat(file, &before) == 0 && S_ISREG(before.st_mode);
    int result = flush(file);
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t end = result == 0 && is_known ? readlink(link, path, sizeof path - 1) : -1;
    if (end > 0) {
        path[end] = 0;
        snprintf(note, sizeof note, "%s.flushed", path);
        int digits = snprintf(length, sizeof length, "%020lld", (long long)before.st_size);
        int to = open(note, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        /* One write of the same length: whoever kills the server finds this length or the last. */
        if (to >= 0) {
            (void)!pwrite(to, length, (size_t)digits, 0);
            close(to);
        }
    }
    return result;
}
