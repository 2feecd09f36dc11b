/*
 * Preloaded into a process (LD_PRELOAD), this ends it with code 97 when its main thread syncs files whose path begins
 * with SYNC_WATCH more than SYNC_MOST times (none by default). Other threads may.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int sync_beside(const char *name, int descriptor) {
  char link[64], path[PATH_MAX];
  const char *watch = getenv("SYNC_WATCH");
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (real == NULL || watch == NULL || length < 0) _exit(99);
  path[length] = '\0';
  static int syncs = 0;
  const char *most = getenv("SYNC_MOST");
  if (gettid() == getpid() && strncmp(path, watch, strlen(watch)) == 0 && ++syncs > (most == NULL ? 0 : atoi(most))) {
    fprintf(stderr, "the main thread syncs %s\n", path);
    _exit(97);
  }
  return real(descriptor);
}

int fsync(int descriptor) { return sync_beside("fsync", descriptor); }

int fdatasync(int descriptor) { return sync_beside("fdatasync", descriptor); }
