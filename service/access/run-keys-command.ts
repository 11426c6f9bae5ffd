import { parseArgs } from 'node:util'
import { getLimit, quoteLimit } from '../config/tiers.ts'
import type { Database } from '../database/database.ts'
import { messageOf } from '../lib/message-of.ts'
import { REFRESH_MS } from './key-cache.ts'
import { CommandError, parseWhole, readKeySettings } from './key-options.ts'
import { createKey, type KeyRecord, listKeys, revokeKey, rotateKey } from './key-records.ts'
import { readUsage } from './usage-records.ts'

export const KEYS_HELP = `Manages API keys. Running services apply a change within ${REFRESH_MS / 1000} seconds.

  npm run keys -- create --tier <tier> --label <owner> [options]
      --tier          basic, growth, premium, enterprise (unlimited), or custom with --rps and --burst
      --origin        an allowed origin, such as https://app.example.org or https://*.example.org;
                      repeatable; default: any
      --browser-only  rejects calls without an origin
      --pid           an allowed uniquePID; repeatable; default: any
      --max-fee-bps   the maximum partnerFee, 0 to 1000 (default)
  npm run keys -- rotate <id> [--overlap-hours <hours>]
      issues another secret for a key; the old one expires immediately, or after the overlap
  npm run keys -- revoke <id>
  npm run keys -- list [--all]
      --all           includes revoked keys
  npm run keys -- usage [<id>] [--days <days>]
      responses by key, uniquePID and day, of the last 7 days

Keys are stored in PostgreSQL if DATABASE_URL is set, else in the embedded database in SLUICE_DATA_DIR. Each
command prints its database, and rejects a database that the service on this machine does not use.
`

/** Runs one command and returns its output. Throws a `CommandError`, or the database's error. */
export async function runKeysCommand(args: readonly string[], database: Database): Promise<string> {
  const { command, id, options } = read(args)
  switch (command) {
    case 'create': {
      const settings = readKeySettings(options)
      const { id: newId, key } = await createKey(database, settings)
      return `Created ${newId} (${settings.label}, ${describeTier(settings)}).\n${describeSecret(key)}`
    }
    case 'rotate': {
      const hours = parseWhole('--overlap-hours', options['overlap-hours'] ?? '0', { min: 0, max: 24 * 90 })
      const key = await rotateKey(database, { id: requireId(id, command), overlapSeconds: hours * 3600 })
      if (!key) throw noSuchKey(id)
      const until = hours === 0 ? `within ${REFRESH_MS / 1000} seconds` : `in ${hours} hours`
      return `Rotated ${id}: the old secret expires ${until}.\n${describeSecret(key)}`
    }
    case 'revoke':
      if (!(await revokeKey(database, requireId(id, command)))) throw noSuchKey(id)
      return `Revoked ${id}: the key stops working within ${REFRESH_MS / 1000} seconds, permanently.\n`
    case 'list':
      return describeKeys(await listKeys(database), options.all ?? false, database.place)
    case 'usage': {
      const days = parseWhole('--days', options.days ?? '7', { min: 1, max: 3650 })
      const usage = await readUsage(database, { keyId: id, days })
      if (usage.length === 0)
        return 'There was no usage in these days. Counts are written every few seconds.\n'
      const rows = usage.map(({ day, keyId, uniquePid, prices, quotes }) => [
        day,
        keyId,
        uniquePid,
        String(prices),
        String(quotes),
      ])
      return table(['day', 'key', 'uniquePID', 'prices', 'quotes'], rows)
    }
    default:
      return KEYS_HELP
  }
}

const OPTIONS = {
  create: {
    label: { type: 'string' },
    tier: { type: 'string' },
    rps: { type: 'string' },
    burst: { type: 'string' },
    origin: { type: 'string', multiple: true },
    'browser-only': { type: 'boolean' },
    pid: { type: 'string', multiple: true },
    'max-fee-bps': { type: 'string' },
  },
  rotate: { 'overlap-hours': { type: 'string' } },
  revoke: {},
  list: { all: { type: 'boolean' } },
  usage: { days: { type: 'string' } },
} as const

/** Returns true if the arguments request the help text. */
export function isHelp([command = 'help']: readonly string[]): boolean {
  return ['help', '--help', '-h'].includes(command)
}

function read(args: readonly string[]) {
  if (isHelp(args)) return { command: 'help', id: undefined, options: {} } as const
  const [command, ...rest] = args
  const name = (Object.keys(OPTIONS) as (keyof typeof OPTIONS)[]).find((known) => known === command)
  if (!name) {
    throw new CommandError(
      `Unknown command ${JSON.stringify(command)}. Commands: ${Object.keys(OPTIONS).join(', ')}, help.`,
    )
  }
  try {
    const takesId = name === 'rotate' || name === 'revoke' || name === 'usage'
    // Parses with all options to get one type. The call above has validated the options of the
    // command.
    parseArgs({ args: [...rest], options: OPTIONS[name], allowPositionals: takesId })
    const { values, positionals } = parseArgs({
      args: [...rest],
      options: Object.assign({}, ...Object.values(OPTIONS)) as typeof OPTIONS.create &
        typeof OPTIONS.rotate &
        typeof OPTIONS.list &
        typeof OPTIONS.usage,
      allowPositionals: true,
    })
    if (positionals.length > 1) throw new Error(`Only one key id is allowed, found ${positionals.length}.`)
    return { command: name, id: positionals[0], options: values }
  } catch (error) {
    throw new CommandError(messageOf(error))
  }
}

function requireId(id: string | undefined, command: string): string {
  if (id) return id
  throw new CommandError(
    `${command} requires the id of a key, such as npm run keys -- ${command} key_0123456789ab. \`list\` prints the ids.`,
  )
}

function noSuchKey(id: string | undefined): CommandError {
  return new CommandError(
    `No active key has the id ${JSON.stringify(id)}: it was never issued here, or is revoked. \`list --all\` prints every key.`,
  )
}

function describeSecret(key: string): string {
  return `\n  ${key}\n\nThis secret is shown only once, because only its hash is stored. It works as x-api-key within ${REFRESH_MS / 1000} seconds.\n`
}

function describeKeys(keys: readonly KeyRecord[], all: boolean, place: string): string {
  const shown = keys.filter(({ revokedAt }) => all || !revokedAt)
  if (shown.length === 0) return `No keys in ${place}.\n`
  const rows = shown.map((key) => [
    key.id,
    key.label,
    describeTier(key),
    `${key.origins.join(' ') || 'any'}${key.browserOnly ? ', browsers only' : ''}`,
    key.uniquePids.join(' ') || 'any',
    String(key.maxPartnerFeeBps),
    key.issuedAt.slice(0, 10),
    key.revokedAt ? `revoked ${key.revokedAt.slice(0, 10)}` : 'live',
  ])
  const heads = ['key', 'label', 'tier', 'origins', 'uniquePIDs', 'max fee bps', 'issued', 'state']
  return table(heads, rows)
}

function describeTier(key: Parameters<typeof getLimit>[0]): string {
  const limit = getLimit(key)
  const quotes = quoteLimit(limit)
  if (!limit || !quotes) return `${key.tier}, not limited`
  return `${key.tier} ${limit.perSecond}/${limit.burst}, quotes ${quotes.perSecond}/${quotes.burst}`
}

function table(heads: readonly string[], rows: readonly string[][]): string {
  const lines = [[...heads], ...rows]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
