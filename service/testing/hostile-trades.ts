import { gzipSync } from 'node:zlib'
import { BROKEN_ADDRESSES, NASTY, NUMBERS, STRANGE_NAMES } from './hostile-values.ts'
import { createRandom } from './seeded-tokens.ts'

export interface HostileRequest {
  bytes: Uint8Array
  contentType: string
}

/** Addresses for requests, by kind. */
export interface Places {
  tokens: readonly string[]
  people: readonly string[]
  /** Contracts, pools and sentinel addresses. */
  forbidden: readonly string[]
  modules: readonly string[]
}

/**
 * Creates an endless sequence of router requests that is deterministic per seed. Most have one to
 * three faults, some are valid.
 */
export function createHostileTrades(seed: number, places: Places): () => HostileRequest {
  const draw = createDraw(createRandom(seed))
  const { pick, chance } = draw

  return () => {
    let members = createBody(draw, places)
    const wounds = pick([0, 0, 1, 1, 1, 1, 2, 3])
    for (let i = 0; i < wounds && members.length > 0; i += 1) members = damage(members, draw, places)
    return {
      bytes: getBytes(members, draw),
      contentType: chance(0.97) ? pick(JSON_TYPES) : pick(OTHER_TYPES),
    }
  }
}

/** Deterministic choices. */
interface Draw {
  pick<Item>(items: readonly Item[]): Item
  chance(share: number): boolean
  /** Returns an integer from 0 up to this number, exclusive. */
  below(count: number): number
}

function createDraw(random: () => number): Draw {
  const below = (count: number) => Math.floor(random() * count)
  return {
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    chance: (share) => random() < share,
    below,
  }
}

function createBody({ pick, chance }: Draw, places: Places): Member[] {
  const isBuy = chance(0.3)
  const amount = quoted(`${pick(AMOUNTS)}`)
  const user = quoted(pick(places.people))
  const input = pick(places.tokens)
  const optional: Member[] = [
    ['computeStable', pick(FLAGS)],
    ['surgeProtection', pick(FLAGS)],
    ['isPartialFill', isBuy ? 'false' : pick(FLAGS)],
    ['isPermit2', pick(FLAGS)],
    ['activateSurplusFee', pick(FLAGS)],
    ['slippage', pick(['0', '"0"', '50', '"100"', '5000'])],
    ['partnerAddress', quoted(pick(places.people))],
    ['modulesFilter', JSON.stringify(places.modules.filter(() => chance(0.8)))],
    ['modulesDisabled', JSON.stringify(places.modules.filter(() => chance(0.2)))],
    ['deadlineSeconds', pick(['30', '120', '604800'])],
  ]
  return [
    pick<Member>([
      ['chainID', '"ethereum"'],
      ['chainID', '"ETHEREUM"'],
      ['chainID', '31337'],
      ['chainID', '"31337"'],
      ['networkID', '31337'],
      ['networkID', '"31337"'],
    ]),
    ['inputToken', quoted(input)],
    ['outputToken', quoted(pick(places.tokens.filter((token) => token !== input)))],
    ...(isBuy
      ? ([['orderType', '"BUY"']] as Member[])
      : chance(0.5)
        ? [['orderType', '"SELL"'] as Member]
        : []),
    [isBuy ? 'outputAmount' : 'inputAmount', amount],
    ['userAddress', user],
    ['outputReceiver', chance(0.5) ? user : quoted(pick(places.people))],
    ['uniquePID', quoted('fuzz')],
    // Simulation and long searches have separate tests.
    ['computeEstimate', 'false'],
    ['fastMode', 'true'],
    ...optional.filter(() => chance(0.4)),
  ]
}

function damage(members: readonly Member[], { pick, chance, below }: Draw, places: Places): Member[] {
  const [name, raw] = pick(members)
  const put = (...more: Member[]) => [
    ...members.filter(([other]) => !more.some(([own]) => own === other)),
    ...more,
  ]
  switch (below(9)) {
    case 0:
      return members.filter(([other]) => other !== name)
    case 1:
      return put([name, pick(NASTY)])
    case 2:
    case 3:
      return put([pick(AMOUNTS_AND_BPS), pick(NUMBERS)])
    case 4:
      return put([pick(ACCOUNTS), quoted(pick([...places.forbidden, ...places.tokens]))])
    case 5:
      return put([pick([...ACCOUNTS, ...TOKENS]), pick(BROKEN_ADDRESSES)])
    case 6:
      // Repeats a name with the same or another value, possibly with escapes.
      return [...members, [chance(0.5) ? name : escaped(name), pick([raw, '"1"', 'null', pick(NASTY)])]]
    case 7:
      return [...members, [pick(STRANGE_NAMES), pick(NASTY)]]
    default:
      return put(...pick(contradictions(places)))
  }
}

function getBytes(members: readonly Member[], { pick, chance, below }: Draw): Uint8Array {
  const text = `{${members.map(([name, raw]) => `"${name}":${raw}`).join(chance(0.2) ? ' ,\r\n\t' : ',')}}`
  const bytes = Buffer.from(text)
  if (!chance(0.12)) return bytes
  const at = below(bytes.length)
  switch (below(12)) {
    case 0:
      return bytes.subarray(0, at)
    case 1:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from([pick([0, 10, 34, 92, 0x80, 0xc0, 0xff])]),
        bytes.subarray(at),
      ])
    case 2:
      return Buffer.from(`[${text}]`)
    case 3:
      return Buffer.from(`${text}${pick([',', '}', 'null', text, '\0', '//'])}`)
    case 4:
      return Buffer.from(
        pick(['', ' ', 'null', '0', '"x"', '[]', 'NaN', '{', '{}', "{'a':1}", '{"a":1,}', '/**/{}']),
      )
    case 5:
      return gzipSync(pick([text, ' '.repeat(200_000)]))
    case 6:
      return Buffer.from(text, 'utf16le')
    case 7:
      return Buffer.from(`${text}${' '.repeat(pick([100, 17_000, 60_000]))}`)
    case 8:
      return Buffer.from('['.repeat(pick([1, 100, 5_000])) + text)
    case 9:
      return Buffer.from(text.replace('{', `{"extra":${'['.repeat(200)}${']'.repeat(200)},`))
    case 10:
      return Buffer.from(text.replaceAll('"', pick(["'", '“', '\\"'])))
    default: {
      const copy = Buffer.from(bytes)
      copy[at] = below(256)
      return copy
    }
  }
}

/** A member of an object in source form. The value may be invalid. */
type Member = [name: string, raw: string]

const FLAGS = ['true', 'false']
const AMOUNTS = [1n, 10n ** 7n, 10n ** 9n, 10n ** 16n, 10n ** 18n, 10n ** 24n, 2n ** 160n - 1n]
const JSON_TYPES = ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON']
const OTHER_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/jsonx',
  'application/graphql',
  '*/*',
]
const ACCOUNTS = ['userAddress', 'outputReceiver', 'partnerAddress']
const TOKENS = ['inputToken', 'outputToken']
const AMOUNTS_AND_BPS = [
  'inputAmount',
  'outputAmount',
  'slippage',
  'partnerFee',
  'deadlineSeconds',
  'networkID',
]

function contradictions({ people, tokens }: Places): Member[][] {
  // biome-ignore format: a table of cases
  return [
    [['chainID', '"ethereum"'], ['networkID', '31338']],
    [['chainID', '"base"'], ['networkID', '31337']],
    [['chainID', '"polygon"']],
    [['networkID', '1']],
    [['orderType', '"BUY"'], ['outputAmount', '"1000"'], ['isPartialFill', 'true']],
    [['orderType', '"BUY"'], ['inputAmount', '"1000"'], ['outputAmount', '"0"']],
    [['inputToken', quoted(tokens[0] ?? '')], ['outputToken', quoted((tokens[0] ?? '').toUpperCase().replace('X', 'x'))]],
    [['partnerFee', '10']],
    [['partnerFee', '1000'], ['partnerAddress', quoted(people[0] ?? '')]],
    [['partnerFee', '1001'], ['partnerAddress', quoted(people[0] ?? '')]],
    [['inputToken', `"0x${'0'.repeat(40)}"`]],
    [['modulesFilter', '["delta-v2"]'], ['modulesDisabled', '["delta-v2"]']],
  ]
}

function quoted(text: string): string {
  return `"${text}"`
}

function escaped(name: string): string {
  return name.replace(/^./, (first) => `\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
