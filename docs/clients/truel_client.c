/* A client of the judge in C: one question per line of input, one answer per line of output, both JSON.
 *
 *     cc -O2 -o truel_client truel_client.c
 *     truel-ref check -- ./truel_client
 *
 * It comes in three parts: a reader for JSON, as short as it can be; `solve`, to be replaced by your own solver; and the
 * harness, which can stay as it is. Nothing is needed but a POSIX system; the numbers are doubles, and what differs by
 * less than 9e-13 is a tie.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HELLO                                                              \
    "{\"hello\": {\"name\": \"truel-client\", \"version\": \"1.0\", "          \
    "\"language\": \"C\", \"supports\": {\"players\": 10}}}" /* at most; MOST is the same number */

enum { MOST = 10, KEYS = MOST + 4 }; /* players; what else is not for it is skipped below. Numbers that order options */
static const double TIE = 9e-13;     /* what differs by less is equal */

static void *memory(void *old, size_t bytes)
{
    void *block = realloc(old, bytes);
    if (block == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return block;
}

/* ------------------------------------------------------------------------------------------------------------
 * Reading JSON. A value is a pointer to where its text begins. The judge writes correct JSON and escapes nothing that
 * is compared here, so that no text has to be decoded.
 */

static const char *space(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* The first sign behind a value: of a text, of a list or an object with all that is in it, of a number or a word. */
static const char *behind(const char *at)
{
    int depth = 0;
    do {
        if (*at == '"') {
            for (at++; *at != '\0' && *at != '"'; at++)
                if (*at == '\\' && at[1] != '\0')
                    at++;
            at += *at == '"';
        } else if (*at == '[' || *at == '{') {
            depth++;
            at++;
        } else if (*at == ']' || *at == '}') {
            depth--;
            at++;
        } else if (depth == 0) {
            return at + strcspn(at, ",]} \t\r\n");
        } else {
            at++;
        }
    } while (depth > 0 && *at != '\0');
    return at;
}

/* Whether a value is this text. */
static int is(const char *value, const char *text)
{
    size_t length = strlen(text);
    return value != NULL && *value == '"' && strncmp(value + 1, text, length) == 0 && value[length + 1] == '"';
}

/* The first entry of a list or the first key of an object, NULL if there is none. */
static const char *first_of(const char *value)
{
    value = space(value + 1);
    return *value == ']' || *value == '}' || *value == '\0' ? NULL : value;
}

/* The entry or key after another, or after the value of a key; NULL behind the last one. */
static const char *next_of(const char *value)
{
    value = space(behind(value));
    return *value == ',' ? space(value + 1) : NULL;
}

/* The value of a key of an object, NULL if it has none. */
static const char *member(const char *object, const char *key)
{
    for (const char *at = first_of(object); at != NULL;) {
        const char *colon = space(behind(at));
        if (*colon != ':')
            return NULL;
        const char *value = space(colon + 1);
        if (is(at, key))
            return value;
        at = next_of(value);
    }
    return NULL;
}

/* A number: a fraction in text, or a number of JSON. */
static double number(const char *value)
{
    char *end;
    double top = strtod(value + (*value == '"'), &end);
    return *end == '/' ? top / strtod(end + 1, NULL) : top;
}

/* ------------------------------------------------------------------------------------------------------------
 * Your solver: `solve` and all above it in this part.
 */

typedef struct {
    int players;
    const char *hits[MOST];    /* as they are written: "1/3" */
    const char *targets[MOST]; /* as they are written: "Optimal", "B", ["1/2", "0", "0"] */
    int levels[MOST];          /* 0 for none */
    int rule;                  /* the tie rule */
    const char *search, *target_later, *search_later;
} Problem;

typedef struct {
    double win[MOST], stalemate;
    double aims[MOST][MOST]; /* of those who chose; the others do as they were told */
    int no_aim;              /* whether those who were to choose have none */
} Answer;

typedef struct { /* an aim, what it wins for each player when it hits, and the chance that it hits */
    double aim[MOST], gains[MOST], chance;
} Turn;

typedef struct {
    Turn *turns;
    int count;
} Options;

typedef struct {
    const Problem *problem;
    double hits[MOST];
    double *known; /* the win probabilities of each phase, by who lives and who is on move */
    char *solved;
    Turn first[MOST]; /* what is announced in the first phase */
    int stalls;       /* whether it is a stalemate */
} Truel;

static const double *win(Truel *truel, int living, int mover);

static int has(const char *list, const char *word)
{
    for (const char *entry = first_of(list); entry != NULL; entry = next_of(entry))
        if (is(entry, word))
            return 1;
    return 0;
}

/* The product of two rows of digits, the last digit first. */
static void multiply(const char *a, int la, const char *b, int lb, unsigned char *product)
{
    memset(product, 0, (size_t)(la + lb));
    for (int i = 0; i < la; i++) {
        int carry = 0;
        for (int j = 0; j < lb || carry; j++) {
            int digit = product[i + j] + carry + (j < lb ? (a[la - 1 - i] - '0') * (b[lb - 1 - j] - '0') : 0);
            product[i + j] = (unsigned char)(digit % 10);
            carry = digit / 10;
        }
    }
}

/* Above 0 if the first of two fractions is larger, below 0 if it is smaller. It is exact: doubles may be equal. */
static int compared(const char *a, const char *c)
{
    const char *digits = "0123456789";
    int la = (int)strspn(++a, digits), lc = (int)strspn(++c, digits);
    const char *b = a[la] == '/' ? a + la + 1 : "1", *d = c[lc] == '/' ? c + lc + 1 : "1";
    int lb = (int)strspn(b, digits), ld = (int)strspn(d, digits), length = la + lb + lc + ld;
    unsigned char *left = memory(NULL, 2 * (size_t)length), *right = left + length;
    memset(left, 0, 2 * (size_t)length);
    multiply(a, la, d, ld, left);
    multiply(c, lc, b, lb, right);
    int sign = 0;
    while (sign == 0 && length-- > 0)
        sign = left[length] - right[length];
    free(left);
    return sign;
}

static void add(Truel *truel, Options *options, int living, int player, const double *aim)
{
    int players = truel->problem->players;
    options->turns = memory(options->turns, (size_t)(options->count + 1) * sizeof(Turn));
    Turn turn = {.chance = 0};
    for (int victim = 0; victim < players; victim++) {
        double chance = truel->hits[player] * aim[victim];
        turn.aim[victim] = aim[victim];
        if (chance == 0)
            continue;
        int left = living & ~(1 << victim), next = (player + 1) % players;
        while (!(left >> next & 1))
            next = (next + 1) % players;
        const double *after = win(truel, left, next);
        for (int other = 0; other < players; other++)
            turn.gains[other] += chance * after[other];
        turn.chance += chance;
    }
    options->turns[options->count++] = turn;
}

/* Every aim with multiples of 1/level on the targets, which add up to 1, or to less where that is a choice. */
static void add_shares(Truel *truel, Options *options, int living, int player, int targets, int or_less, int level,
                       double *aim, int from, int left)
{
    if (from == truel->problem->players) {
        if (left == 0 || or_less)
            add(truel, options, living, player, aim);
        return;
    }
    for (int count = 0; count <= (targets >> from & 1 ? left : 0); count++) {
        aim[from] = (double)count / level;
        add_shares(truel, options, living, player, targets, or_less, level, aim, from + 1, left - count);
    }
    aim[from] = 0;
}

/* The aims that a player may announce; there is one where his target is predefined. */
static Options options_of(Truel *truel, int living, int player)
{
    const Problem *problem = truel->problem;
    int first = living == (1 << problem->players) - 1, others = living & ~(1 << player), strongest = -1, count = 0;
    const char *said = first ? problem->targets[player] : problem->target_later;
    const char *search = first ? problem->search : problem->search_later;
    Options options = {NULL, 0};
    double aim[MOST] = {0};
    for (int other = 0; other < problem->players; other++)
        if (others >> other & 1 && (strongest < 0 || compared(problem->hits[other], problem->hits[strongest]) >= 0))
            strongest = other;
    int chooses = is(said, "Optimal"), miss = has(search, "Miss");
    int targets = has(search, "Others") ? others : has(search, "Strongest") ? 1 << strongest : 0;
    targets |= has(search, "Self") ? 1 << player : 0;
    if ((others & (others - 1)) == 0 && (chooses || !first)) { /* two are left */
        targets = others;
        miss = 0;
        chooses = 1;
    }
    for (int target = 0; target < problem->players; target++)
        count += targets >> target & 1;
    int mixes = has(search, "Random") && count + miss > 1;
    if (!chooses) {
        const char *weight = *said == '[' ? first_of(said) : NULL;
        for (int target = 0; target < problem->players; target++) {
            char label[] = {(char)('A' + target), '\0'};
            if (weight != NULL) {
                aim[target] = number(weight);
                weight = next_of(weight);
            } else if (is(said, "Random")) {
                aim[target] = targets >> target & 1 ? 1.0 / (count + miss) : 0;
            } else {
                aim[target] = is(said, label) || (is(said, "Strongest") && target == strongest) ||
                              (is(said, "Self") && target == player);
            }
        }
        add(truel, &options, living, player, aim);
    } else if (mixes && problem->levels[player] > 0) {
        int level = problem->levels[player];
        add_shares(truel, &options, living, player, targets, miss, level, aim, 0, level);
    } else {
        for (int target = 0; target < problem->players; target++)
            if (targets >> target & 1) {
                aim[target] = 1;
                add(truel, &options, living, player, aim);
                aim[target] = 0;
            }
        if (miss)
            add(truel, &options, living, player, aim);
        for (int target = 0; target < problem->players; target++)
            aim[target] = targets >> target & 1 ? 1.0 / (count + miss) : 0;
        if (mixes)
            add(truel, &options, living, player, aim);
    }
    return options;
}

/* How likely a player wins at the turn of a place: what a round wins over the chance that it hits. */
static double value(const Turn *turns, int places, int place, int player)
{
    double won = 0, passed = 1, hit = 0;
    for (int step = 0; step < places; step++) {
        const Turn *turn = &turns[(place + step) % places];
        won += passed * turn->gains[player];
        hit += passed * turn->chance;
        passed *= 1 - turn->chance;
    }
    return won / hit;
}

/* What orders options of equal worth, the preferred one first: by the tie rule, then canonically. */
static void preference(const Truel *truel, const Turn *turns, int places, int place, double *keys)
{
    const Problem *problem = truel->problem;
    const double *aim = turns[place].aim;
    int targets = 0, target = 0, rule = problem->rule, sign = rule < 0 ? -1 : 1;
    double strength = 0, likely = 0, rank = 0;
    for (int player = 0; player < problem->players; player++) {
        strength += aim[player] * truel->hits[player];
        likely += aim[player] > 0 ? aim[player] * value(turns, places, place, player) : 0;
        targets += aim[player] > 0;
        target = aim[player] == 1 ? player : target;
    }
    int single = aim[target] == 1, kind = single ? 0 : targets == 0 ? 1 : 2; /* a single aim, Miss, a mix */
    for (int other = 0; single && other < problem->players; other++) /* who shoots better is exact */
        rank += compared(problem->hits[other], problem->hits[target]) < 0;
    memset(keys, 0, KEYS * sizeof *keys);
    if (rule == 1 || rule == -1) {
        keys[0] = sign * kind;
        keys[1] = -sign * (single ? rank : strength);
        keys[2] = single ? -sign * target : 0;
    } else if (rule == 2 || rule == 3) {
        keys[0] = rule == 2 ? -strength : -likely;
    } else {
        keys[0] = sign * (kind == 0 ? 0 : 3 - kind);
        keys[1] = single ? sign * target : 0;
    }
    keys[3] = kind;
    for (int player = 0; player < problem->players; player++)
        keys[4 + player] = -aim[player];
}

/* Whether an option is preferred to another one of equal worth. */
static int is_preferred(const Truel *truel, const Turn *turns, const Turn *best, int places, int place)
{
    double keys[KEYS], others[KEYS];
    preference(truel, turns, places, place, keys);
    preference(truel, best, places, place, others);
    for (int key = 0; key < KEYS; key++)
        if (keys[key] < others[key] - TIE || keys[key] > others[key] + TIE)
            return keys[key] < others[key];
    return 0;
}

/* Completes what is announced, `turns`, from a place on; says whether that is possible without a stalemate. */
static int announce(const Truel *truel, const int *order, int places, const Options *options, int place, Turn *turns)
{
    Turn best[MOST];
    int any = 0;
    if (place == places) {
        for (int each = 0; each < places; each++)
            any |= turns[each].chance > 0;
        return any;
    }
    for (int option = 0; option < options[place].count; option++) {
        turns[place] = options[place].turns[option];
        if (!announce(truel, order, places, options, place + 1, turns))
            continue;
        double gain = any ? value(turns, places, place, order[place]) - value(best, places, place, order[place]) : 1;
        if (gain > TIE || (gain > -TIE && is_preferred(truel, turns, best, places, place)))
            memcpy(best, turns, (size_t)places * sizeof(Turn));
        any = 1;
    }
    if (any)
        memcpy(turns, best, (size_t)places * sizeof(Turn));
    return any;
}

/* The win probabilities at the start of the phase in which some live and one of them is on move. */
static const double *win(Truel *truel, int living, int mover)
{
    int players = truel->problem->players, number = living * players + mover, order[MOST] = {0}, places = 0;
    double *chances = truel->known + (size_t)number * MOST;
    if (truel->solved[number])
        return chances;
    for (int step = 0; step < players; step++)
        if (living >> (mover + step) % players & 1)
            order[places++] = (mover + step) % players;
    if (places == 1) {
        chances[mover] = 1;
    } else {
        Turn turns[MOST] = {{.chance = 0}};
        Options options[MOST] = {{.count = 0}};
        for (int place = 0; place < places; place++)
            options[place] = options_of(truel, living, order[place]);
        int ends = announce(truel, order, places, options, 0, turns);
        for (int player = 0; ends && player < players; player++)
            chances[player] = value(turns, places, 0, player);
        for (int place = 0; places == players && place < places; place++)
            truel->first[place] = ends ? turns[place] : options[place].turns[0];
        if (places == players)
            truel->stalls = !ends;
        for (int place = 0; place < places; place++)
            free(options[place].turns);
    }
    truel->solved[number] = 1;
    return chances;
}

/* The answer to a problem of announced play. */
static void solve(const Problem *problem, Answer *answer)
{
    size_t phases = ((size_t)1 << problem->players) * (size_t)problem->players;
    Truel truel = {.problem = problem};
    truel.known = memory(NULL, phases * MOST * sizeof(double));
    truel.solved = memory(NULL, phases);
    memset(truel.known, 0, phases * MOST * sizeof(double));
    memset(truel.solved, 0, phases);
    for (int player = 0; player < problem->players; player++)
        truel.hits[player] = number(problem->hits[player]);
    memcpy(answer->win, win(&truel, (1 << problem->players) - 1, 0), sizeof answer->win);
    answer->no_aim = truel.stalls && problem->players > 2; /* of two, each aims at the other, even in a stalemate */
    answer->stalemate = 1;
    for (int player = 0; player < problem->players; player++) {
        memcpy(answer->aims[player], truel.first[player].aim, sizeof answer->aims[player]);
        answer->stalemate -= answer->win[player];
    }
    answer->stalemate = answer->stalemate > 0 ? answer->stalemate : 0;
    free(truel.known);
    free(truel.solved);
}

/* ------------------------------------------------------------------------------------------------------------
 * The harness
 */

static void print_list(const double *numbers, int count)
{
    for (int each = 0; each < count; each++)
        printf("%s%.17g", each ? ", " : "[", numbers[each]);
    putchar(']');
}

/* Print a value as it stands in the question. */
static void print_value(const char *value)
{
    fwrite(value, 1, (size_t)(behind(value) - value), stdout);
}

/* Read a question; returns why it cannot be answered, NULL if it can. */
static const char *read_problem(const char *question, Problem *problem)
{
    static const char *const kinds[] = {"play", "ask", "model", "game"};
    for (int kind = 0; kind < 4; kind++)
        if (member(question, kinds[kind]) != NULL)
            return "it is not about announced play";
    const char *hit = member(question, "hits"), *target = member(question, "targets");
    const char *level = member(question, "random_levels"), *rule = member(question, "if_eq");
    problem->search = member(question, "search");
    problem->target_later = member(question, "target_later");
    problem->search_later = member(question, "search_later");
    if (!hit || !target || !level || !rule || !problem->search || !problem->target_later || !problem->search_later)
        return "a key of a problem is missing";
    problem->rule = atoi(rule);
    hit = first_of(hit);
    target = first_of(target);
    level = *level == '[' ? first_of(level) : NULL;
    for (problem->players = 0; hit != NULL && target != NULL; problem->players++) {
        if (problem->players == MOST)
            return "there are too many players";
        problem->hits[problem->players] = hit;
        problem->targets[problem->players] = target;
        problem->levels[problem->players] = level != NULL ? atoi(level) : 0; /* null reads as 0 */
        hit = next_of(hit);
        target = next_of(target);
        level = level != NULL ? next_of(level) : NULL;
    }
    return NULL;
}

static void answer_line(const char *question)
{
    Problem problem;
    Answer answer;
    const char *id = member(question, "id"), *reason = read_problem(question, &problem);
    if (id == NULL) {
        fputs("a line without an id\n", stderr);
        return;
    }
    printf("{\"id\": ");
    print_value(id);
    if (reason != NULL) {
        printf(", \"skipped\": \"%s\"}\n", reason);
        return;
    }
    solve(&problem, &answer);
    printf(", \"win\": ");
    print_list(answer.win, problem.players);
    printf(", \"aims\": ");
    for (int player = 0; player < problem.players; player++) {
        fputs(player ? ", " : "[", stdout);
        if (!is(problem.targets[player], "Optimal"))
            print_value(problem.targets[player]);
        else if (answer.no_aim)
            fputs("null", stdout);
        else
            print_list(answer.aims[player], problem.players);
    }
    printf("], \"stalemate\": %.17g}\n", answer.stalemate);
}

/* Say who answers, then answer line by line; every line is sent off at once. */
int main(void)
{
    char *line = NULL;
    size_t room = 0;
    puts(HELLO);
    fflush(stdout);
    while (getline(&line, &room, stdin) > 0) {
        const char *question = space(line);
        if (*question == '\0')
            continue;
        answer_line(question);
        fflush(stdout);
    }
    free(line);
    return 0;
}
