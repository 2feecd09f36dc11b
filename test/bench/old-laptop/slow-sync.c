/*
 * A disk of an old laptop: preloaded into a process (LD_PRELOAD), each sync of a file takes SLOW_SYNC_MS milliseconds
 * longer. The thread that asked for the sync waits, and no other one.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int sync_then_wait(const char *name, int descriptor) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  const char *wait = getenv("SLOW_SYNC_MS");
  if (real == NULL || wait == NULL) {
    perror(name);
    _exit(99);
  }
  int outcome = real(descriptor);
  struct timespec left = {0, atol(wait) * 1000000L};
  while (nanosleep(&left, &left) != 0) continue;
  return outcome;
}

int fsync(int descriptor) { return sync_then_wait("fsync", descriptor); }

int fdatasync(int descriptor) { return sync_then_wait("fdatasync", descriptor); }
