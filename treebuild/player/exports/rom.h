#if defined(__AVR__) && !defined(TREEPLAYER_ROM) /* what is constant stays in flash */
#include <avr/pgmspace.h>
#define TREEPLAYER_ROM PROGMEM
#define TREEPLAYER_READ(p) pgm_read_byte(p)
#define TREEPLAYER_WORD(p) pgm_read_word(p)
#elif !defined(TREEPLAYER_ROM)
#define TREEPLAYER_ROM
#endif
