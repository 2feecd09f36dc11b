/*
 * A power cut, as far as one process can see it: only what was synced survives.
 *
 * Preloaded into a process (LD_PRELOAD), this copies a file below POWER_CUT_WATCH into POWER_CUT_SURVIVORS/content each
 * time the process syncs it. A file that was never synced, or was written after its last sync, is lost as on a real
 * disk. A name in a folder is durable only once the folder itself was synced: that is noted in
 * POWER_CUT_SURVIVORS/entries. The copy is put in place by a rename, so being killed in the middle of a sync leaves the
 * survivor of the sync before. Files in folders below the watched one are not looked at. POWER_CUT_SYNC_MS: a sync takes
 * so many milliseconds longer, as on an old disk.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Threads sync and rename at once, and a copy must be of the present name. The copy itself renames. */
static pthread_mutex_t one_at_a_time = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void give_up(const char *what) {
  perror(what);
  _exit(99);
}

static void survivor_path(char *out, const char *kind, const char *name) {
  if (snprintf(out, PATH_MAX, "%s/%s/%s", getenv("POWER_CUT_SURVIVORS"), kind, name) >= PATH_MAX)
    give_up("survivor path");
}

static void copy_content(const char *path) {
  char target[PATH_MAX], half[PATH_MAX], buffer[1 << 16];
  const char *name = strrchr(path, '/') + 1;
  survivor_path(target, "content", name);
  survivor_path(half, "half", name);
  int from = open(path, O_RDONLY | O_CLOEXEC);
  /* Another thread has deleted it since: nothing of it survives. */
  if (from < 0 && errno == ENOENT) return;
  int to = open(half, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (from < 0 || to < 0) give_up("copy");
  ssize_t length;
  while ((length = read(from, buffer, sizeof buffer)) > 0)
    if (write(to, buffer, length) != length) give_up("write survivor");
  if (length < 0 || rename(half, target) != 0) give_up("survivor");
  close(from);
  close(to);
}

/* Makes the noted names those the folder holds now: new ones appear, removed ones go. */
static void note_entries(const char *folder) {
  char noted[PATH_MAX], real[PATH_MAX + 256];
  survivor_path(noted, "entries", "");
  DIR *before = opendir(noted), *now = opendir(folder);
  if (before == NULL || now == NULL) give_up("entries");
  struct dirent *entry;
  while ((entry = readdir(before)) != NULL) {
    if (entry->d_name[0] == '.') continue;
    snprintf(real, sizeof real, "%s/%s", folder, entry->d_name);
    if (access(real, F_OK) == 0) continue;
    survivor_path(noted, "entries", entry->d_name);
    unlink(noted);
  }
  while ((entry = readdir(now)) != NULL) {
    if (entry->d_name[0] == '.') continue;
    survivor_path(noted, "entries", entry->d_name);
    int made = open(noted, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (made < 0) give_up("note entry");
    close(made);
  }
  closedir(before);
  closedir(now);
}

/* Whether the file lies in the watched folder itself. */
static int is_watched(const char *path) {
  const char *watch = getenv("POWER_CUT_WATCH");
  size_t prefix = watch == NULL ? 0 : strlen(watch);
  if (prefix == 0 || strncmp(path, watch, prefix) != 0 || path[prefix] != '/') return 0;
  return strchr(path + prefix + 1, '/') == NULL;
}

static void survive(int descriptor) {
  char link[64], path[PATH_MAX];
  struct stat status;
  const char *watch = getenv("POWER_CUT_WATCH");
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (watch == NULL || length < 0 || fstat(descriptor, &status) != 0) return;
  path[length] = '\0';
  if (S_ISDIR(status.st_mode)) {
    if (strcmp(path, watch) == 0) note_entries(path);
  } else if (is_watched(path)) copy_content(path);
}

static int sync_then_survive(const char *name, int descriptor) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  if (real == NULL) give_up(name);
  int outcome = real(descriptor);
  const char *wait = getenv("POWER_CUT_SYNC_MS");
  struct timespec left = {0, wait == NULL ? 0 : atol(wait) * 1000000L};
  while (nanosleep(&left, &left) != 0) continue;
  pthread_mutex_lock(&one_at_a_time);
  if (outcome == 0) survive(descriptor);
  pthread_mutex_unlock(&one_at_a_time);
  return outcome;
}

int fsync(int descriptor) { return sync_then_survive("fsync", descriptor); }

int fdatasync(int descriptor) { return sync_then_survive("fdatasync", descriptor); }

/* What was synced under the old name survives under the new one, once the folder is synced. */
int rename(const char *from, const char *to) {
  int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  if (real == NULL) give_up("rename");
  pthread_mutex_lock(&one_at_a_time);
  int outcome = real(from, to);
  if (outcome == 0 && is_watched(from) && is_watched(to)) {
    char before[PATH_MAX], after[PATH_MAX];
    survivor_path(before, "content", strrchr(from, '/') + 1);
    survivor_path(after, "content", strrchr(to, '/') + 1);
    if (real(before, after) != 0) unlink(after);
  }
  pthread_mutex_unlock(&one_at_a_time);
  return outcome;
}
