//! Plays decision trees of treebuild. Written from docs/how-to/write-a-player.md alone; needs no library.
//!
//!     rustc -O --edition 2021 -o player player.rs
//!     ./player counts FORMAT GAME TEXT           the numbers of secrets that take 1, 2, ... guesses
//!     ./player play FORMAT GAME TEXT SECRET      the guesses and their replies
//!     ./player cases < CASES                     a line each: FORMAT, GAME and the text in hexadecimal, between tabs
//!
//! FORMAT is explicit (.b92), implicit (.b92i), ranked (.rank) or msgpack, where TEXT is the name of a file, GAME anything.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io::BufRead;

type Fault = &'static str; // a kind of error
type Found<T> = Result<T, Fault>;

// --- The game --------------------------------------------------------------------------------------------------------

struct Game {
    codes: Vec<Vec<u32>>, // symbols; none for a table
    texts: Vec<String>,   // the codes as they are spelled
    spelled: Vec<String>, // the secrets
    table: Vec<u16>,      // the reply to each code, of each secret
    labels: Vec<String>,  // of the replies
    win: usize,
    groups: Vec<usize>, // of the secrets; none where each is a group of its own
}

impl Game {
    /// Whether these are several secrets of one group, for all of which the game ends with one guess.
    fn together(&self, secrets: &[usize]) -> bool {
        let group = |secret: usize| self.groups.get(secret).copied().unwrap_or(secret);
        secrets.len() > 1 && secrets.iter().all(|&secret| group(secret) == group(secrets[0]))
    }

    fn reply(&self, code: usize, secret: usize) -> usize {
        self.table[code * self.spelled.len() + secret] as usize
    }

    /// The secrets parted by their reply to a code.
    fn parts(&self, secrets: &[usize], code: usize) -> Vec<Vec<usize>> {
        let mut parts = vec![vec![]; self.labels.len()];
        for &secret in secrets {
            parts[self.reply(code, secret)].push(secret);
        }
        parts
    }

    /// How many secrets give each reply.
    fn sizes(&self, secrets: &[usize], code: usize, sizes: &mut [usize]) {
        sizes.fill(0);
        for &secret in secrets {
            sizes[self.reply(code, secret)] += 1;
        }
    }

    /// The lowest member that all others answer differently; codes must be secrets.
    fn perfect(&self, secrets: &[usize]) -> Option<usize> {
        let mut seen = vec![0; self.labels.len()];
        let mut differ = |&guess: &usize| {
            self.sizes(secrets, guess, &mut seen);
            seen.iter().all(|&n| n < 2)
        };
        secrets.iter().copied().filter(|_| secrets.len() <= self.labels.len()).find(|guess| differ(guess))
    }
}

/// The game of a rule string, with at most so many codes.
fn named(rules: &str, most: usize) -> Found<Game> {
    let middle = rules.strip_prefix('p').and_then(|rest| rest.strip_suffix(&['n', 'r'][..])).ok_or("game")?;
    let (pegs, symbols) = middle.split_once('c').ok_or("game")?;
    let is_number = |text: &str| !text.is_empty() && text.len() < 7 && text.bytes().all(|c| c.is_ascii_digit());
    if !is_number(pegs) || !is_number(symbols) {
        return Err("game");
    }
    let (pegs, symbols): (usize, u32) = (pegs.parse().unwrap(), symbols.parse().unwrap());
    let repeat = rules.ends_with('r');
    if pegs == 0 || symbols == 0 || (!repeat && pegs > symbols as usize) {
        return Err("game");
    }
    if (pegs + 1) * (pegs + 2) / 2 - 1 > 256 {
        return Err("game");
    }
    let codes = sequences(pegs, symbols, repeat, None, most).ok_or("game")?;
    let spelled: Vec<String> = codes.iter().map(|code| spell(code, symbols)).collect();
    let mut labels: Vec<String> = vec![];
    for bulls in 0..=pegs {
        labels.extend((0..=pegs - bulls).filter(|&cows| bulls + 1 != pegs || cows == 0).map(|c| format!("{bulls}.{c}")));
    }
    let table = table_of(&codes, &codes, |guess, secret| bulls_cows(guess, secret));
    Ok(Game { codes, texts: spelled.clone(), spelled, table, win: labels.len() - 1, labels, groups: vec![] })
}

fn spell(code: &[u32], symbols: u32) -> String {
    let signs: Vec<String> = code.iter().map(u32::to_string).collect();
    signs.join(if symbols > 10 { "." } else { "" })
}

/// All sequences of the symbols in lexicographic order; nothing if there are more than `most`.
fn sequences(pegs: usize, symbols: u32, repeat: bool, not_first: Option<u32>, most: usize) -> Option<Vec<Vec<u32>>> {
    let mut found = vec![vec![]];
    for peg in 0..pegs {
        let mut longer = vec![];
        for code in &found {
            for symbol in (0..symbols).filter(|s| (peg > 0 || Some(*s) != not_first) && (repeat || !code.contains(s))) {
                if longer.len() == most {
                    return None;
                }
                longer.push([&code[..], &[symbol]].concat());
            }
        }
        found = longer;
    }
    Some(found)
}

fn table_of(codes: &[Vec<u32>], secrets: &[Vec<u32>], reply: impl Fn(&[u32], &[u32]) -> usize) -> Vec<u16> {
    codes.iter().flat_map(|code| secrets.iter().map(|secret| reply(code, secret) as u16).collect::<Vec<_>>()).collect()
}

fn bulls_of(guess: &[u32], secret: &[u32]) -> usize {
    guess.iter().zip(secret).filter(|(a, b)| a == b).count()
}

fn bulls_cows(guess: &[u32], secret: &[u32]) -> usize {
    let (pegs, bulls) = (guess.len(), bulls_of(guess, secret));
    let mut used = 0u32; // a bit for each peg of the secret
    for symbol in guess {
        if let Some(at) = (0..pegs).find(|&i| secret[i] == *symbol && used >> i & 1 == 0) {
            used |= 1 << at;
        }
    }
    let cows = used.count_ones() as usize - bulls;
    if bulls == pegs {
        return (pegs + 1) * (pegs + 2) / 2 - 2;
    }
    bulls * (pegs + 1) + cows - bulls * bulls.saturating_sub(1) / 2
}

fn wordle(guess: &[u32], secret: &[u32]) -> usize {
    let mut marks: Vec<usize> = guess.iter().zip(secret).map(|(a, b)| if a == b { 2 } else { 0 }).collect();
    for peg in 0..guess.len() {
        let has = secret.iter().filter(|&&s| s == guess[peg]).count();
        let marked = (0..guess.len()).filter(|&i| guess[i] == guess[peg] && marks[i] > 0).count();
        if marks[peg] == 0 && has > marked {
            marks[peg] = 1;
        }
    }
    marks.iter().fold(0, |number, mark| 3 * number + mark)
}

// --- The tree --------------------------------------------------------------------------------------------------------

struct Node {
    guess: usize,
    children: Vec<(usize, usize)>, // reply, node
}

/// Replays all secrets: the counts of a sound tree.
fn counts(game: &Game, tree: &[Node]) -> Found<Vec<usize>> {
    let mut counts = vec![];
    let mut waiting = VecDeque::from([(0, (0..game.spelled.len()).collect::<Vec<_>>(), 0)]);
    while let Some((id, secrets, depth)) = waiting.pop_front() {
        let node: &Node = &tree[id];
        let parts = game.parts(&secrets, node.guess);
        if depth == counts.len() {
            counts.push(0);
        }
        if game.together(&secrets) {
            if parts[game.win] != secrets[..1] || !node.children.is_empty() {
                return Err("structure");
            }
            counts[depth] += secrets.len();
            continue;
        }
        counts[depth] += parts[game.win].len();
        let replies: Vec<usize> = (0..parts.len()).filter(|&r| r != game.win && !parts[r].is_empty()).collect();
        if replies.len() == 1 && parts[game.win].is_empty() {
            return Err("wasted");
        }
        if !node.children.iter().map(|child| child.0).eq(replies) {
            return Err("structure");
        }
        for &(reply, child) in &node.children {
            waiting.push_back((child, parts[reply].clone(), depth + 1));
        }
    }
    Ok(counts)
}

/// A node that waits for its guess.
struct Open {
    secrets: Vec<usize>,
    depth: usize,
    place: usize,
    named: HashSet<u32>,
}

/// The tree whose guesses `guess` gives, breadth first.
fn grow(game: &Game, mut guess: impl FnMut(&Open) -> Found<usize>) -> Found<Vec<Node>> {
    let all = Open { secrets: (0..game.spelled.len()).collect(), depth: 1, place: 0, named: HashSet::new() };
    let (mut tree, mut waiting): (Vec<Node>, _) = (vec![], VecDeque::from([all]));
    while let Some(open) = waiting.pop_front() {
        let code = guess(&open)?;
        let (mut place, mut children, size) = (open.place, vec![], open.secrets.len());
        let named: HashSet<u32> = open.named.iter().chain(&game.codes[code]).copied().collect();
        for (reply, secrets) in game.parts(&open.secrets, code).into_iter().enumerate() {
            let length = secrets.len();
            if reply != game.win && length == size {
                return Err("wasted");
            }
            if reply != game.win && length > 0 {
                children.push((reply, tree.len() + 1 + waiting.len()));
                waiting.push_back(Open { secrets, depth: open.depth + 1, place, named: named.clone() });
            }
            place += length;
        }
        tree.push(Node { guess: code, children });
    }
    Ok(tree)
}

// --- Base-92 ---------------------------------------------------------------------------------------------------------

const MOST_BASE_92: usize = 92 * 92;

fn digit(c: u8) -> Option<usize> {
    (c >= 35 && c <= 127 && c != 92).then(|| c as usize - 35 - (c > 92) as usize)
}

fn digits(text: &[u8]) -> Found<Vec<usize>> {
    text.iter().map(|&c| digit(c).ok_or("alphabet")).collect()
}

fn implicit(text: &[u8], game: &Game) -> Found<Vec<Node>> {
    let digits = digits(text)?;
    if digits.len() % 2 > 0 {
        return Err("odd");
    }
    let mut numbers = digits.chunks(2).map(|pair| 92 * pair[0] + pair[1]);
    let tree = grow(game, |open| {
        if open.secrets.len() < 3 {
            return Ok(open.secrets[0]);
        }
        if let Some(guess) = game.perfect(&open.secrets) {
            return Ok(guess);
        }
        let guess = numbers.next().ok_or("truncated")?;
        if guess < game.codes.len() { Ok(guess) } else { Err("guess") }
    })?;
    if numbers.next().is_some() { Err("trailing") } else { Ok(tree) }
}

fn explicit(text: &[u8], game: &Game) -> Found<Vec<Node>> {
    let elements: Vec<Vec<usize>> = text.split(|&c| c == b'!').map(digits).collect::<Found<_>>()?;
    if elements.len() >= 2 * game.codes.len() || elements.len() > MOST_BASE_92 {
        return Err("structure");
    }
    let mut reached = vec![false; elements.len()];
    let mut tree = vec![];
    for (id, element) in elements.iter().enumerate() {
        if element.len() < 2 {
            return Err("structure");
        }
        let (guess, rest) = (92 * element[0] + element[1], &element[2..]);
        if guess >= game.codes.len() {
            return Err("guess");
        }
        let children = links(rest, game.win)?;
        for &(_, child) in &children {
            if child >= elements.len() {
                return Err("truncated");
            }
            if child <= id || reached[child] {
                return Err("structure");
            }
            reached[child] = true;
        }
        tree.push(Node { guess, children });
    }
    if reached[1..].contains(&false) { Err("structure") } else { Ok(tree) }
}

/// The children that an element names; `win` is one less than there are replies.
fn links(rest: &[usize], win: usize) -> Found<Vec<(usize, usize)>> {
    if rest.len() == 2 * win {
        let numbers = rest.chunks(2).map(|pair| 92 * pair[0] + pair[1]).enumerate();
        return Ok(numbers.filter(|link| link.1 > 0).collect());
    }
    let triples: Vec<_> = rest.chunks(3).filter(|t| t.len() == 3).map(|t| (t[0], 92 * t[1] + t[2])).collect();
    let ascend = triples.windows(2).all(|two| two[0].0 < two[1].0);
    let sound = triples.iter().all(|&(reply, child)| reply < win && child > 0);
    let fits = rest.len() % 3 == 0 && rest.len() < 2 * win;
    if ascend && sound && fits { Ok(triples) } else { Err("structure") }
}

// --- Ranked ----------------------------------------------------------------------------------------------------------

const RANKED_DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

struct Bits(VecDeque<usize>);

impl Bits {
    fn fixed(&mut self, width: usize) -> Found<usize> {
        (0..width).try_fold(0, |value, _| Ok(2 * value + self.0.pop_front().ok_or("truncated")?))
    }

    fn number(&mut self, order: usize) -> Found<usize> {
        let mut zeros = 0;
        while self.fixed(1)? == 0 {
            zeros += 1;
            if zeros > 24 {
                return Err("guess");
            }
        }
        Ok((1 << (zeros + order)) + self.fixed(zeros + order)? - (1 << order))
    }
}

struct Exception {
    depth: usize,
    place: usize,
    rank: usize,
    code: usize,
    used: bool,
}

fn ranked(text: &[u8], game: &Game, rules: &str) -> Found<Vec<Node>> {
    let value = |&c: &u8| RANKED_DIGITS.iter().position(|&digit| digit == c).ok_or("alphabet");
    let values: Vec<usize> = text.iter().map(value).collect::<Found<_>>()?;
    let length = text.len().checked_sub(2).ok_or("checksum")?;
    let check = rules.bytes().chain(text[..length].iter().copied()).fold(0, |c, sign| (31 * c + sign as usize) % 4096);
    if values[length..] != [check / 64, check % 64] {
        return Err("checksum");
    }
    let mut bits = Bits(values[..length].iter().flat_map(|v| (0..6).rev().map(move |i| v >> i & 1)).collect());
    if bits.fixed(2)? != 0 {
        return Err("version");
    }
    let (limit, shift, order) = (bits.fixed(4)?, bits.fixed(3)?, bits.fixed(3)?);
    let mut exceptions = exceptions(&mut bits, game.codes.len(), shift, order)?;
    let rule = Rule { game, limit };
    let tree = grow(game, |open| {
        if open.secrets.len() == 1 {
            return Ok(open.secrets[0]);
        }
        let stretch = open.place..open.place + open.secrets.len();
        let mut here = exceptions.iter_mut().filter(|e| e.depth == open.depth && stretch.contains(&e.place));
        let (first, second) = (here.next(), here.next());
        if second.is_some() {
            return Err("structure");
        }
        if let Some(exception) = first {
            exception.used = true;
            return if exception.rank == 0 { Ok(exception.code) } else { rule.guess(open, exception.rank) };
        }
        rule.guess(open, 0)
    })?;
    if exceptions.iter().all(|exception| exception.used) { Ok(tree) } else { Err("structure") }
}

fn exceptions(bits: &mut Bits, codes: usize, shift: usize, order: usize) -> Found<Vec<Exception>> {
    let (count, places) = (bits.number(3)?, (codes + (1 << shift) - 1) >> shift);
    let (mut next, mut found) = (0, vec![]); // next: the key after the exception before
    if count > codes {
        return Err("structure");
    }
    for _ in 0..count {
        let key = next + bits.number(order)?;
        let rank = bits.number(1)?;
        let code = if rank == 0 { bits.fixed((usize::BITS - (codes - 1).leading_zeros()) as usize)? } else { 0 };
        if rank > 99 || code >= codes {
            return Err("guess");
        }
        found.push(Exception { depth: key / places + 1, place: key % places << shift, rank, code, used: false });
        next = key + 1;
    }
    if bits.0.len() > 5 || bits.0.contains(&1) { Err("trailing") } else { Ok(found) }
}

struct Rule<'a> {
    game: &'a Game,
    limit: usize,
}

impl Rule<'_> {
    /// F, the charge of n candidates that are guessed on from a depth.
    fn charge(&self, n: usize, depth: usize) -> usize {
        let bits = (usize::BITS - 1 - n.leading_zeros()) as usize;
        let early = if n == 1 { 3 } else { n * (bits + 6) - (2 << bits) };
        let room = match self.limit as isize - depth as isize {
            _ if self.limit == 0 => return early,
            3.. => return early,
            2 => 10,
            1 => 1,
            _ => 0,
        };
        early + 12 * n.saturating_sub(room)
    }

    fn total(&self, sizes: &[usize], depth: usize) -> usize {
        (0..sizes.len()).filter(|&r| r != self.game.win && sizes[r] > 0).map(|r| self.charge(sizes[r], depth)).sum()
    }

    /// The code of a rank.
    fn guess(&self, open: &Open, rank: usize) -> Found<usize> {
        if let (0, Some(guess)) = (rank, self.game.perfect(&open.secrets)) {
            return Ok(guess);
        }
        let (mut best, mut ranked) = (usize::MAX, vec![]);
        for code in self.kept(open) {
            if let Some(charge) = self.second(&open.secrets, code, open.depth, best) {
                best = if rank == 0 { charge } else { best };
                ranked.push((charge, code));
            }
        }
        ranked.sort_by_key(|two| two.0);
        ranked.get(rank).map(|two| two.1).ok_or("guess")
    }

    /// The hundred codes of the least charge.
    fn kept(&self, open: &Open) -> Vec<usize> {
        let (game, secrets) = (self.game, &open.secrets);
        let mut sizes = vec![0; game.labels.len()];
        let mut scored = vec![];
        for code in (0..game.codes.len()).filter(|&code| lowest_first(&game.codes[code], &open.named)) {
            game.sizes(secrets, code, &mut sizes);
            if !sizes.iter().any(|&n| n == secrets.len()) || sizes[game.win] == secrets.len() {
                scored.push((self.total(&sizes, open.depth + 1), sizes[game.win] == 0, code, sizes.clone()));
            }
        }
        scored.sort();
        let mut seen = HashSet::new();
        scored.into_iter().filter(|s| seen.insert(s.3.clone())).take(100).map(|s| s.2).collect()
    }

    /// The second charge of a code; nothing once it must be as much as `best` or more.
    fn second(&self, secrets: &[usize], code: usize, depth: usize, best: usize) -> Option<usize> {
        let mut parts = self.game.parts(secrets, code);
        parts[self.game.win].clear();
        parts.retain(|part| !part.is_empty());
        let mut sum: usize = parts.iter().map(|part| 3 * (2 * part.len() - 1)).sum();
        for part in &parts {
            if sum >= best {
                return None;
            }
            sum = sum + self.look(part, depth) - 3 * (2 * part.len() - 1);
        }
        (sum < best).then_some(sum)
    }

    fn look(&self, part: &[usize], depth: usize) -> usize {
        let n = part.len();
        if n > 128 {
            return self.charge(n, depth + 1);
        }
        let mut sizes = vec![0; self.game.labels.len()];
        let after = part.iter().map(|&guess| {
            self.game.sizes(part, guess, &mut sizes);
            self.total(&sizes, depth + 2)
        });
        3 * n + after.min().unwrap()
    }
}

/// Whether the symbols that are not named first occur in ascending order, none left out.
fn lowest_first(code: &[u32], named: &HashSet<u32>) -> bool {
    let known = |peg: usize, symbol: u32| named.contains(&symbol) || code[..peg].contains(&symbol);
    code.iter().enumerate().all(|(peg, &s)| known(peg, s) || (0..s).all(|lower| known(peg, lower)))
}

// --- Msgpack ---------------------------------------------------------------------------------------------------------

enum Value {
    Nil,
    Bool(bool),
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<Value>),
    Map(HashMap<String, Value>),
}

impl Value {
    fn get(&self, key: &str) -> Found<&Value> {
        if let Value::Map(map) = self { map.get(key).ok_or("structure") } else { Err("structure") }
    }
    fn int(&self) -> Found<usize> {
        if let Value::Int(value) = self { usize::try_from(*value).map_err(|_| "structure") } else { Err("structure") }
    }
    fn text(&self) -> Found<&str> {
        if let Value::Text(text) = self { Ok(text) } else { Err("structure") }
    }
    fn list(&self) -> Found<&[Value]> {
        if let Value::List(list) = self { Ok(list) } else { Err("structure") }
    }
    fn texts(&self) -> Found<Vec<String>> {
        self.list()?.iter().map(|text| text.text().map(String::from)).collect()
    }
}

struct Packed<'a>(&'a [u8]);

impl<'a> Packed<'a> {
    fn take(&mut self, length: usize) -> Found<&'a [u8]> {
        if length > self.0.len() {
            return Err("truncated");
        }
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        Ok(taken)
    }

    fn unsigned(&mut self, bytes: usize) -> Found<usize> {
        Ok(self.take(bytes)?.iter().fold(0, |value, &byte| value << 8 | byte as usize))
    }

    fn value(&mut self, nested: usize) -> Found<Value> {
        let tag = self.unsigned(1)?;
        Ok(match tag {
            _ if nested > 20 => return Err("limit"),
            0x00..=0x7f => Value::Int(tag as i64),
            0xe0.. => Value::Int(tag as i64 - 256),
            0xc0 => Value::Nil,
            0xc2 | 0xc3 => Value::Bool(tag == 0xc3),
            0xcc..=0xcf => Value::Int(self.unsigned(1 << (tag - 0xcc))? as i64),
            0xd0..=0xd3 => {
                let bytes = 1 << (tag - 0xd0);
                Value::Int((self.unsigned(bytes)? as i64) << (64 - 8 * bytes) >> (64 - 8 * bytes))
            }
            0xa0..=0xbf => self.string(tag - 0xa0)?,
            0xd9..=0xdb => self.unsigned(1 << (tag - 0xd9)).and_then(|length| self.string(length))?,
            0xc4..=0xc6 => self.unsigned(1 << (tag - 0xc4)).and_then(|length| self.take(length)).map(|b| Value::Bytes(b.into()))?,
            0x90..=0x9f => self.array(tag - 0x90, nested)?,
            0xdc | 0xdd => self.unsigned(2 << (tag - 0xdc)).and_then(|length| self.array(length, nested))?,
            0x80..=0x8f => self.map(tag - 0x80, nested)?,
            0xde | 0xdf => self.unsigned(2 << (tag - 0xde)).and_then(|length| self.map(length, nested))?,
            _ => return Err("alphabet"),
        })
    }

    fn string(&mut self, length: usize) -> Found<Value> {
        String::from_utf8(self.take(length)?.into()).map(Value::Text).map_err(|_| "alphabet")
    }

    fn array(&mut self, length: usize, nested: usize) -> Found<Value> {
        (0..length).map(|_| self.value(nested + 1)).collect::<Found<_>>().map(Value::List)
    }

    fn map(&mut self, length: usize, nested: usize) -> Found<Value> {
        let mut pair = || Ok((self.value(nested + 1)?.text()?.to_string(), self.value(nested + 1)?));
        (0..length).map(|_| pair()).collect::<Found<_>>().map(Value::Map)
    }
}

fn document(data: &[u8]) -> Found<(Game, Vec<Node>)> {
    let mut packed = Packed(data);
    let document = packed.value(0)?;
    if !packed.0.is_empty() {
        return Err("trailing");
    }
    let version = document.get("version")?.int()?;
    if document.get("format")?.text()? != "treebuild-tree" || !(1..=5).contains(&version) {
        return Err("version");
    }
    let about = document.get("game")?;
    let mut game = match about.get("parts") {
        Ok(parts) if version > 1 => carried(parts, about.get("replies")?.texts()?)?,
        _ => named(about.get("name")?.text()?, 100_000)?,
    };
    if version == 5 {
        game.groups = about.get("groups")?.list()?.iter().map(Value::int).collect::<Found<_>>()?;
    }
    let tree = tree_of(&document, game.texts.len())?;
    let (codes, secrets) = (about.get("codes")?.int()?, about.get("secrets")?.int()?);
    let whole = codes == game.texts.len() || codes > game.texts.len() && about.get("parts").is_ok();
    if !whole || secrets != game.spelled.len() || version == 5 && game.groups.len() != secrets || about.get("replies")?.texts()? != game.labels {
        return Err("game");
    }
    let said = document.get("counts")?.get("distribution")?.list()?.iter().map(Value::int).collect::<Found<Vec<_>>>()?;
    if counts(&game, &tree)? == said { Ok((game, tree)) } else { Err("structure") }
}

fn tree_of(document: &Value, codes: usize) -> Found<Vec<Node>> {
    let nodes = document.get("nodes")?.list()?;
    let mut reached = vec![false; nodes.len()];
    *reached.first_mut().ok_or("structure")? = true;
    let mut tree = vec![];
    for node in nodes {
        let (guess, children) = match node.list()? {
            [guess, children, _, _] => (guess.int()?, children.list()?.iter().map(pair).collect::<Found<Vec<_>>>()?),
            _ => return Err("structure"),
        };
        for child in &children {
            if std::mem::replace(reached.get_mut(child.1).ok_or("truncated")?, true) {
                return Err("structure");
            }
        }
        if guess >= codes {
            return Err("guess");
        }
        tree.push(Node { guess, children });
    }
    if reached.contains(&false) { Err("structure") } else { Ok(tree) }
}

fn pair(child: &Value) -> Found<(usize, usize)> {
    match child.list()? {
        [reply, child] => Ok((reply.int()?, child.int()?)),
        _ => Err("structure"),
    }
}

/// The game that a document carries.
fn carried(parts: &Value, labels: Vec<String>) -> Found<Game> {
    let (signs, win) = (parts.get("symbols")?.texts()?, parts.get("win")?.int()?);
    let (codes, texts) = sequences_of(parts.get("codes")?, &signs)?;
    let (secrets, spelled) = match parts.get("secrets")? {
        Value::Nil => (codes.clone(), texts.clone()),
        listed => sequences_of(listed, &signs)?,
    };
    let pegs = codes.first().map_or(0, Vec::len);
    let replies = match parts.get("rule")?.text()? {
        "bulls-cows" => (pegs + 1) * (pegs + 2) / 2 - 1,
        "bulls" => pegs + 1,
        "wordle" => 3usize.saturating_pow(pegs as u32),
        _ => labels.len(),
    };
    let rectangular = codes.iter().chain(&secrets).all(|code| code.len() == pegs);
    if !rectangular || replies != labels.len() || replies > 65_536 {
        return Err("game");
    }
    let table = match parts.get("rule")?.text()? {
        "bulls-cows" => table_of(&codes, &secrets, bulls_cows),
        "bulls" => table_of(&codes, &secrets, bulls_of),
        "wordle" => table_of(&codes, &secrets, wordle),
        "table" => {
            let size = 1 + (replies > 256) as usize;
            let wide = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | byte as u16);
            let row = |row: &Value| match row {
                Value::Bytes(bytes) if bytes.len() % size == 0 => Ok(bytes.chunks(size).map(wide).collect::<Vec<_>>()),
                _ => Err("structure"),
            };
            parts.get("table")?.list()?.iter().map(row).collect::<Found<Vec<_>>>()?.concat()
        }
        _ => return Err("game"),
    };
    let fits = table.len() == texts.len() * spelled.len() && !spelled.is_empty() && win < labels.len();
    if !fits || table.iter().any(|&reply| reply as usize >= labels.len()) {
        return Err("game");
    }
    Ok(Game { codes, texts, spelled, table, labels, win, groups: vec![] })
}

/// Codes or secrets as symbols, and as they are spelled. What a table names has no symbols.
fn sequences_of(listed: &Value, signs: &[String]) -> Found<(Vec<Vec<u32>>, Vec<String>)> {
    let dot = if signs.iter().any(|sign| sign.chars().count() > 1) { "." } else { "" };
    if !matches!(listed, Value::Map(_)) {
        let texts = listed.texts()?;
        let symbol = |sign: &str| signs.iter().position(|s| s == sign).map(|i| i as u32).ok_or("game");
        let split = |text: &String| match dot {
            "." => text.split('.').map(symbol).collect(),
            _ => text.chars().map(|c| symbol(&c.to_string())).collect::<Found<Vec<_>>>(),
        };
        let codes = if signs.is_empty() { Ok(vec![]) } else { texts.iter().map(split).collect() };
        return Ok((codes?, texts));
    }
    let (pegs, symbols) = (listed.get("pegs")?.int()?, listed.get("symbols")?.int()?);
    let repeat = matches!(listed.get("repeat")?, Value::Bool(true));
    let not_first = match listed.get("not_first")? {
        Value::Nil => None,
        symbol => Some(symbol.int()? as u32),
    };
    if pegs == 0 || pegs > 20 || symbols != signs.len() {
        return Err("game");
    }
    let codes = sequences(pegs, symbols as u32, repeat, not_first, 100_000).ok_or("limit")?;
    let spelled = |code: &Vec<u32>| code.iter().map(|&s| signs[s as usize].clone()).collect::<Vec<_>>().join(dot);
    let texts = codes.iter().map(spelled).collect();
    Ok((codes, texts))
}

// --- The program -----------------------------------------------------------------------------------------------------

fn load(format: &str, rules: &str, data: &[u8]) -> Found<(Game, Vec<Node>)> {
    if format == "msgpack" {
        return document(data);
    }
    let game = named(rules, if format == "ranked" { 12_000 } else { MOST_BASE_92 })?;
    let text = data.strip_prefix("\u{feff}".as_bytes()).unwrap_or(data);
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let tree = match format {
        "explicit" => explicit(text, &game)?,
        "implicit" => implicit(text, &game)?,
        _ => ranked(text, &game, rules)?,
    };
    Ok((game, tree))
}

fn count(format: &str, rules: &str, data: &[u8]) -> String {
    match load(format, rules, data).and_then(|(game, tree)| counts(&game, &tree)) {
        Ok(counts) => counts.iter().map(usize::to_string).collect::<Vec<_>>().join(" "),
        Err(kind) => kind.to_string(),
    }
}

fn play(game: &Game, tree: &[Node], secret: usize) {
    let mut node = &tree[0];
    loop {
        let reply = game.reply(node.guess, secret);
        println!("{} {}", game.texts[node.guess], game.labels[reply]);
        match node.children.iter().find(|child| child.0 == reply) {
            Some(child) => node = &tree[child.1],
            None => return,
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let data = |format: &str, text: &str| match format {
        "msgpack" => std::fs::read(text).expect("a file"),
        _ => text.as_bytes().to_vec(),
    };
    match words[..] {
        ["cases"] => {
            for line in std::io::stdin().lock().lines().map(|line| line.expect("a line")) {
                let fields: Vec<&str> = line.split('\t').collect();
                let bytes = (0..fields[2].len()).step_by(2).map(|i| u8::from_str_radix(&fields[2][i..i + 2], 16));
                println!("{}", count(fields[0], fields[1], &bytes.map(|byte| byte.expect("hexadecimal")).collect::<Vec<_>>()));
            }
        }
        ["counts", format, rules, text] => println!("{}", count(format, rules, &data(format, text))),
        ["play", format, rules, text, secret] => match load(format, rules, &data(format, text)) {
            Ok((game, tree)) => match game.spelled.iter().position(|spelled| spelled == secret) {
                Some(secret) => play(&game, &tree, secret),
                None => println!("{secret} is no secret of this game"),
            },
            Err(kind) => println!("{kind}"),
        },
        _ => println!("counts FORMAT GAME TEXT, play FORMAT GAME TEXT SECRET, or cases"),
    }
}
