/* As much of Arduino as the example sketch uses, on standard input and output. */
#include <cstdio>
#include <cstdlib>

class __FlashStringHelper;

struct HostSerial {
    void begin(long) {}
    int available() {
        int c = std::getchar();
        if (c == EOF) std::exit(0);
        std::ungetc(c, stdin);
        return 1;
    }
    int read() { return std::getchar(); }
    int parseInt() {
        int value = 0;
        return std::scanf("%d", &value) == 1 ? value : 0;
    }
    void print(const char *text) { std::fputs(text, stdout); }
    void print(int number) { std::printf("%d", number); }
    void println(const char *text) { std::puts(text); }
    void println(const __FlashStringHelper *text) { std::puts(reinterpret_cast<const char *>(text)); }
};

static HostSerial Serial;
void setup();
void loop();
