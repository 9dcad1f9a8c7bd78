/** Rows that fill tables, logs and lists up to a realistic size. They answer no question, and are the same each time. */
const ROWS: Readonly<Record<string, (number: number) => string>> = {
  parts: (n) =>
    `| KP-${n}-${of('ABCDE', n)} | ${of(COLOURS, n)} ${of(THINGS, n)} for the Kestrel ${of(['100', '200', '300'], n)} | ${2 + (n % 40)} | ${of(['from stock', 'two weeks', 'on request'], n)} |`,
  codes: (n) =>
    `| DV-${n} | The ${of(THINGS, n)} ${of(FAULTS, n)} | ${of(REMEDIES, n)} ${of(['Then restart the unit.', 'Write it into the log.', 'If it comes back, call service.'], n * 5)} |`,
  stock: (n) =>
    `| ${n}-${of('KLMNP', n)} | ${of(COLOURS, n)} ${of(THINGS, n * 3)} | ${n % 97} | ${of('ABCDEFGH', n)} ${1 + (n % 9)} |`,
  levels: (n) =>
    `| 2025-0${1 + (n % 9)}-${String(1 + (n % 28)).padStart(2, '0')} | ${of(STATIONS, n)} | ${120 + ((n * 37) % 180)} | ${of(['', 'rain on the day before', 'sluice half open', 'sensor cleaned'], n)} |`,
  members: (n) =>
    `| ${n} | ${of(FIRST_NAMES, n)} ${of(LAST_NAMES, n * 3)} | ${2000 + (n % 25)}-0${1 + (n % 9)}-01 | ${of(INSTRUMENTS, n)} |`,
  orders: (n) =>
    JSON.stringify({
      order: `ORD-${n}-${of('ABCDEFGH', n)}`,
      customer: `${of(LAST_NAMES, n)} ${of(['Stores', 'Bakery', 'Hotel'], n)}`,
      item: `${of(COLOURS, n)} ${of(THINGS, n * 5)}`,
      pieces: 1 + (n % 20),
      note: of(['', 'Leave it with the neighbours.', 'Ring twice.', 'Send the bill by post.'], n),
    }),
  log: (n) =>
    `${String(n % 24).padStart(2, '0')}:${String((n * 7) % 60).padStart(2, '0')} The ${of(SHIPS, n)} ${of(MOVES, n * 3)}. Wind ${of(['north', 'west', 'south-west', 'east'], n)}, force ${1 + (n % 7)}.`,
};

/** Replaces `{{kind count first}}` by rows. */
export function withRows(text: string): string {
  return text.replace(/\{\{(\w+) (\d+) (\d+)\}\}/g, (_, kind: string, count, first) => {
    const row = ROWS[kind];
    if (!row) throw new Error(`There are no rows “${kind}”`);
    const rows = Array.from({ length: Number(count) }, (_, at) => row(Number(first) + at));
    return rows.join(kind === 'orders' ? ', ' : kind === 'log' ? '\n\n' : '\n');
  });
}

/** The one that a number selects: neighbours differ, and all of them occur. */
function of(list: string | readonly string[], number: number): string {
  return list[(number * 7 + Math.floor(number / list.length)) % list.length] ?? '';
}

const words = (text: string) => text.split(', ');
const COLOURS = words('black, white, grey, steel, brass, red, blue, clear');
const THINGS = words(
  'hinge, filter, gasket, lever, valve, hose, tray, lamp, switch, sensor, spring, cover, bracket, fuse, motor, knob, belt, nozzle, funnel, clamp',
);
const FAULTS = words(
  'does not move, is too warm, is loose, sends no signal, sends two signals at once, is worn out, is wet, is missing',
);
const REMEDIES = words(
  'Tighten it., Replace it., Dry it and wait an hour., Clean its contacts., Check the cable., Turn it by a quarter.',
);
const STATIONS = words(
  'Bridge at Thornby, Weir at Aldermoor, Mill at Castle Ferry, Lock at Wexholm',
);
const FIRST_NAMES = words(
  'Anna, Bela, Chidi, Dora, Emre, Fatou, Goran, Hana, Ivo, Jia, Kofi, Lena',
);
const LAST_NAMES = words(
  'Abel, Brandt, Costa, Dunn, Evans, Fischer, Green, Haas, Ito, Jansen, Kaya',
);
const INSTRUMENTS = words('violin, viola, cello, flute, oboe, horn, trumpet, drums, bassoon, harp');
const SHIPS = words(
  'ferry Aurora, barge Mina, trawler Seagull, yacht Windflower, pilot boat Castor',
);
const MOVES = words(
  'left the inner basin, moored at quay four, asked for a pilot, took on water, waited for the lock, unloaded timber',
);
