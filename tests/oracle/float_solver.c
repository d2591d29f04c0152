/* Truels in doubles, written from FORMAT.md alone: a problem per line in, an answer per line out.
 *
 * Weights are told as doubles, ties fall as rounding will have it. Hit probabilities are compared exactly where the
 * rules compare them (Strongest), for two of them may round to the same double.
 *
 *     cc -O2 -o float_solver float_solver.c && ./float_solver < problems.jsonl
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 10, DIGITS = 4000 };

/* ---- JSON: a line is turned into a tree of values ---- */

typedef struct Value {
    char kind;               /* 'o'bject, 'a'rray, 's'tring, 'n'umber, or 'w': true, false, null */
    char *text;              /* of a string, a number or a word */
    char *key;               /* if it stands in an object */
    struct Value *first, *next;
} Value;

static void fail(const char *why) {
    fprintf(stderr, "float_solver: %s\n", why);
    exit(1);
}

static void *room(size_t size) {
    void *place = calloc(1, size);
    if (!place) fail("out of memory");
    return place;
}

static char *copied(const char *from, const char *to) {
    char *text = room((size_t)(to - from) + 1);
    memcpy(text, from, (size_t)(to - from));
    return text;
}

static const char *blank(const char *at) {
    while (isspace((unsigned char)*at)) at++;
    return at;
}

static char *string_at(const char **at) {
    const char *from = ++*at;
    while (**at && **at != '"') *at += **at == '\\' ? 2 : 1; /* nothing that matters is escaped */
    if (!**at) fail("a string does not end");
    return copied(from, (*at)++);
}

static Value *value_at(const char **at) {
    Value *value = room(sizeof *value), **end = &value->first;
    *at = blank(*at);
    if (**at == '{' || **at == '[') {
        char last = **at == '{' ? '}' : ']';
        value->kind = **at == '{' ? 'o' : 'a';
        *at = blank(*at + 1);
        while (**at != last) {
            char *key = NULL;
            if (value->kind == 'o') {
                key = string_at(at);
                *at = blank(*at);
                if (*(*at)++ != ':') fail("a key has no value");
            }
            *end = value_at(at);
            (*end)->key = key;
            end = &(*end)->next;
            *at = blank(*at);
            if (**at == ',') *at = blank(*at + 1);
            else if (**at != last) fail("a list does not end");
        }
        ++*at;
    } else if (**at == '"') {
        value->kind = 's';
        value->text = string_at(at);
    } else {
        const char *from = *at;
        value->kind = isalpha((unsigned char)*from) ? 'w' : 'n';
        while (**at && !strchr(",]} \n\r\t", **at)) ++*at;
        value->text = copied(from, *at);
    }
    return value;
}

static void forget(Value *value) {
    while (value) {
        Value *next = value->next;
        forget(value->first);
        free(value->text);
        free(value->key);
        free(value);
        value = next;
    }
}

static Value *get(Value *object, const char *key) {
    for (Value *each = object->first; each; each = each->next)
        if (!strcmp(each->key, key)) return each;
    fail("a key is missing");
    return NULL;
}

static Value *nth(Value *array, int n) {
    Value *each = array->first;
    while (each && n--) each = each->next;
    if (!each) fail("a list is too short");
    return each;
}

static int contains(Value *array, const char *word) {
    for (Value *each = array->first; each; each = each->next)
        if (!strcmp(each->text, word)) return 1;
    return 0;
}

/* ---- numbers: "a/b", exactly where they are compared ---- */

static double number(const char *text) {
    const char *slash = strchr(text, '/');
    return slash ? strtod(text, NULL) / strtod(slash + 1, NULL) : strtod(text, NULL);
}

static int product(const char *left, int long_left, const char *right, int long_right, signed char *out) {
    static int columns[2 * DIGITS];
    int size = long_left + long_right, carry = 0;
    if (size > 2 * DIGITS) fail("a number is too long");
    memset(columns, 0, sizeof(int) * (size_t)size);
    for (int i = 0; i < long_left; i++)
        for (int j = 0; j < long_right; j++)
            columns[i + j] += (left[long_left - 1 - i] - '0') * (right[long_right - 1 - j] - '0');
    for (int i = 0; i < size; i++) {
        carry += columns[i];
        out[i] = (signed char)(carry % 10);
        carry /= 10;
    }
    while (size > 1 && !out[size - 1]) size--;
    return size;
}

/* whether one fraction is larger than or equal to another: a * d against c * b, digit by digit */
static int at_least(const char *one, const char *other) {
    static signed char left[2 * DIGITS], right[2 * DIGITS];
    const char *slash = strchr(one, '/'), *stroke = strchr(other, '/');
    int a = (int)(slash ? slash - one : (long)strlen(one)), c = (int)(stroke ? stroke - other : (long)strlen(other));
    const char *b = slash ? slash + 1 : "1", *d = stroke ? stroke + 1 : "1";
    int size = product(one, a, d, (int)strlen(d), left), other_size = product(other, c, b, (int)strlen(b), right);
    if (size != other_size) return size > other_size;
    while (size--)
        if (left[size] != right[size]) return left[size] > right[size];
    return 1;
}

/* ---- the game ---- */

typedef struct {
    double weights[PLAYERS], gain[PLAYERS], hits; /* what a turn wins for each, and the chance that it hits */
} Turn;

typedef struct {
    Turn *turns;
    int count, space;
} Options;

static int players;
static double hit[PLAYERS];
static Value *problem;
static double known[1 << PLAYERS][PLAYERS][PLAYERS]; /* by the living and who is on move */
static char is_known[1 << PLAYERS][PLAYERS];

static int next_living(int living, int player) {
    do player = (player + 1) % players;
    while (!(living >> player & 1));
    return player;
}

static const double *win(int living, int start);

static void add(Options *options, const double *weights, int living, int me) {
    if (options->count == options->space) {
        options->space = options->space ? 2 * options->space : 8;
        options->turns = realloc(options->turns, sizeof(Turn) * (size_t)options->space);
        if (!options->turns) fail("out of memory");
    }
    Turn *turn = &options->turns[options->count++];
    memset(turn, 0, sizeof *turn);
    for (int target = 0; target < players; target++) {
        double share = hit[me] * weights[target];
        turn->weights[target] = weights[target];
        if (!share) continue;
        int left = living & ~(1 << target);
        const double *after = win(left, next_living(left, me));
        for (int each = 0; each < players; each++) turn->gain[each] += share * after[each];
        turn->hits += share;
    }
    if (turn->hits > 1) turn->hits = 1;
}

static void add_single(Options *options, int target, int living, int me) {
    double weights[PLAYERS] = {0};
    if (target >= 0) weights[target] = 1;
    add(options, weights, living, me);
}

static int strongest(int living, int me) {
    int best = -1;
    Value *hits = get(problem, "hits");
    for (int other = 0; other < players; other++)
        if (other != me && living >> other & 1 && (best < 0 || at_least(nth(hits, other)->text, nth(hits, best)->text)))
            best = other;
    return best;
}

/* every way to share out what is left of a level among targets from one on */
static void add_levels(Options *options, const int *targets, int count, int at, int left, int level, double *weights,
                       int may_miss, int living, int me) {
    if (at == count) {
        if (!left || may_miss) add(options, weights, living, me);
        return;
    }
    for (int share = 0; share <= left; share++) {
        weights[targets[at]] = (double)share / level;
        add_levels(options, targets, count, at + 1, left - share, level, weights, may_miss, living, me);
    }
    weights[targets[at]] = 0;
}

static int chooses(int living, int me) {
    if (living != (1 << players) - 1) return !strcmp(get(problem, "target_later")->text, "Optimal");
    Value *said = nth(get(problem, "targets"), me);
    return said->kind == 's' && !strcmp(said->text, "Optimal");
}

static void lay_out(Options *options, int living, int me) {
    int is_first = living == (1 << players) - 1, targets[PLAYERS], count = 0, best = strongest(living, me);
    int other = next_living(living, me), is_duel = next_living(living, other) == me;
    Value *search = get(problem, is_first ? "search" : "search_later"), *levels = get(problem, "random_levels");
    Value *said = is_first ? nth(get(problem, "targets"), me) : get(problem, "target_later");
    if (is_duel && (players > 2 || chooses(living, me))) {
        add_single(options, other, living, me);
        return;
    }
    for (int target = 0; target < players; target++) {
        int wanted = target == me ? contains(search, "Self")
                                  : contains(search, "Others") || (contains(search, "Strongest") && target == best);
        if (living >> target & 1 && wanted) targets[count++] = target;
    }
    int may_miss = contains(search, "Miss"), parts = count + may_miss;
    double mix[PLAYERS] = {0};
    for (int each = 0; each < count; each++) mix[targets[each]] = 1.0 / parts;
    if (said->kind == 'a') {
        double weights[PLAYERS];
        for (int target = 0; target < players; target++) weights[target] = number(nth(said, target)->text);
        add(options, weights, living, me);
    } else if (!strcmp(said->text, "Random")) {
        add(options, mix, living, me);
    } else if (strcmp(said->text, "Optimal")) {
        int target = !strcmp(said->text, "Miss")        ? -1
                     : !strcmp(said->text, "Self")      ? me
                     : !strcmp(said->text, "Strongest") ? best
                                                        : said->text[0] - 'A';
        add_single(options, target, living, me);
    } else if (contains(search, "Random") && levels->kind == 'a' && nth(levels, me)->kind == 'n') {
        double weights[PLAYERS] = {0};
        int level = atoi(nth(levels, me)->text);
        add_levels(options, targets, count, 0, level, level, weights, may_miss, living, me);
    } else {
        for (int each = 0; each < count; each++) add_single(options, targets[each], living, me);
        if (may_miss) add_single(options, -1, living, me);
        if (contains(search, "Random")) add(options, mix, living, me);
    }
}

typedef struct {
    int living, count, order[PLAYERS];
    Options options[PLAYERS];
} Phase;

/* the win probabilities at the turn of the player at a place: from the last turn of a round back to the first,
   over the chance that somebody is hit in it, a sum of terms that are not negative */
static void value(const Phase *phase, const int *path, int place, double *out) {
    double hits = 0;
    memset(out, 0, sizeof(double) * PLAYERS);
    for (int back = phase->count - 1; back >= 0; back--) {
        int at = (place + back) % phase->count;
        const Turn *turn = &phase->options[at].turns[path[at]];
        for (int each = 0; each < players; each++) out[each] = turn->gain[each] + (1 - turn->hits) * out[each];
        hits = turn->hits + (1 - turn->hits) * hits;
    }
    for (int each = 0; each < players; each++) out[each] /= hits;
}

/* completes announcements by best replies; 0 if they can only stall */
static int complete(const Phase *phase, int *path, int place) {
    if (place == phase->count) {
        for (int at = 0; at < place; at++)
            if (phase->options[at].turns[path[at]].hits > 0) return 1;
        return 0;
    }
    int best[PLAYERS], any = 0, me = phase->order[place];
    double most = 0, out[PLAYERS];
    for (int option = 0; option < phase->options[place].count; option++) {
        path[place] = option;
        if (!complete(phase, path, place + 1)) continue;
        value(phase, path, place, out);
        if (!any || out[me] > most) {
            memcpy(best, path, sizeof best);
            most = out[me];
            any = 1;
        }
    }
    if (any) memcpy(path, best, sizeof best);
    return any;
}

static int solve(Phase *phase, int living, int start, int *path, double *out) {
    memset(phase, 0, sizeof *phase);
    phase->living = living;
    for (int player = start; !phase->count || player != start; player = next_living(living, player)) {
        phase->order[phase->count] = player;
        lay_out(&phase->options[phase->count++], living, player);
    }
    memset(out, 0, sizeof(double) * PLAYERS);
    if (!complete(phase, path, 0)) return 0;
    value(phase, path, 0, out);
    return 1;
}

static void release(Phase *phase) {
    for (int place = 0; place < phase->count; place++) free(phase->options[place].turns);
}

static const double *win(int living, int start) {
    double *out = known[living][start];
    if (!is_known[living][start]) {
        Phase phase;
        int path[PLAYERS] = {0};
        is_known[living][start] = 1;
        memset(out, 0, sizeof(double) * PLAYERS);
        if (living == 1 << start) {
            out[start] = 1;
        } else {
            solve(&phase, living, start, path, out);
            release(&phase);
        }
    }
    return out;
}

static void answer(void) {
    Phase phase;
    int path[PLAYERS] = {0}, all = (1 << players) - 1;
    double out[PLAYERS], rest = 1;
    int goes_on = solve(&phase, all, 0, path, out);
    printf("{\"id\": \"%s\", \"win\": [", get(problem, "id")->text);
    for (int player = 0; player < players; player++) {
        rest -= out[player];
        printf("%s%.17g", player ? ", " : "", out[player]);
    }
    printf("], \"aims\": [");
    for (int player = 0; player < players; player++) {
        printf("%s", player ? ", " : "");
        if (!goes_on && chooses(all, player) && players > 2) {
            printf("null");
            continue;
        }
        const Turn *turn = &phase.options[player].turns[goes_on ? path[player] : 0];
        for (int target = 0; target < players; target++)
            printf("%s%.17g", target ? ", " : "[", turn->weights[target]);
        printf("]");
    }
    printf("], \"stalemate\": %.17g}\n", rest);
    fflush(stdout);
    release(&phase);
}

int main(void) {
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        const char *at = line;
        if (!*blank(at)) continue;
        problem = value_at(&at);
        players = 0;
        for (Value *each = get(problem, "hits")->first; each; each = each->next) {
            if (players == PLAYERS) fail("too many players");
            hit[players++] = number(each->text);
        }
        memset(is_known, 0, sizeof is_known);
        answer();
        forget(problem);
    }
    return 0;
}
