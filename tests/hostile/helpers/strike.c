/* What does a library do as soon as it is loaded? It writes where it must not. */
#include <fcntl.h>
#include <unistd.h>

__attribute__((constructor)) static void strike(void) {
    const char *const places[] = {INSIDE "/struck_by_library", OUTSIDE "/struck_by_library"};
    for (int place = 0; place < 2; place++) {
        int file = open(places[place], O_CREAT | O_WRONLY, 0644);
        if (file >= 0) {
            close(file);
        }
    }
}
