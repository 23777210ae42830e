/* What does a library do as soon as it is loaded? Whatever it must not, by calls of the system. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* The same calls by other numbers, which a filter may have forgotten. */
#define X32 0x40000000
#define FCHMODAT2 452

static void strike_files(const char *folder) {
    char path[4096], other[4096];
    snprintf(path, sizeof path, "%s/struck_by_library", folder);
    int file = open(path, O_CREAT | O_WRONLY, 0644);
    if (file >= 0) {
        close(file);
    }
    snprintf(path, sizeof path, "%s/precious.txt", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/other.txt", folder);
    truncate(path, 0);
    chmod(path, 0777);
    syscall(FCHMODAT2, AT_FDCWD, path, 0777, 0);
    utimensat(AT_FDCWD, path, NULL, 0);
    snprintf(other, sizeof other, "%s/struck_link_by_library", folder);
    symlink(path, other);
    link(path, other);
    snprintf(other, sizeof other, "%s/struck.txt", folder);
    rename(path, other);
}

static void strike_sockets(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(TCP_PORT)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    long numbers[] = {SYS_socket, SYS_socket | X32};
    for (int number = 0; number < 2; number++) {
        int connection = (int)syscall(numbers[number], AF_INET, SOCK_STREAM, 0);
        if (connection >= 0) {
            connect(connection, (struct sockaddr *)&address, sizeof address);
            syscall(SYS_connect | X32, connection, &address, sizeof address);
            send(connection, "library", 7, MSG_NOSIGNAL);
        }
    }
    struct sockaddr_un local = {.sun_family = AF_UNIX};
    strncpy(local.sun_path, SOCKET, sizeof local.sun_path - 1);
    int connection = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connection >= 0 && connect(connection, (struct sockaddr *)&local, sizeof local) == 0) {
        send(connection, "library", 7, MSG_NOSIGNAL);
    }
}

static void strike_processes(void) {
    pid_t child = atoi(CHILD);
    kill(child, SIGKILL);
    syscall(SYS_tgkill, child, child, SIGKILL);
    syscall(SYS_tkill, child, SIGKILL);
    syscall(SYS_kill | X32, child, SIGKILL);
    pid_t other = fork();
    if (other == 0) {
        execl("/bin/touch", "touch", OUTSIDE "/struck_by_program_of_library", (char *)NULL);
        execl("/bin/sh", "sh", "-c", "touch " OUTSIDE "/struck_by_shell_of_library", (char *)NULL);
        _exit(0);
    }
    if (other > 0) {
        waitpid(other, NULL, 0);
    }
    /* One that nobody waits for and that belongs to nobody's group. */
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            sleep(20);
        }
        _exit(0);
    }
}

__attribute__((constructor)) static void strike(void) {
    strike_files(INSIDE);
    strike_files(OUTSIDE);
    strike_files(HOME);
    strike_sockets();
    strike_processes();
}
