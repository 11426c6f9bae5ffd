import * as v from 'valibot'
import { priceRequestSchema } from '../../wire/price-request.ts'
import { type RateLimit, TIER_NAMES, type Tier } from '../config/tiers.ts'
import type { KeySettings } from './key-records.ts'
import { isOriginRule } from './origins.ts'

/** Invalid arguments. The message contains the option, the reason and a valid form. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** The unparsed options of `create`. */
export interface KeyOptions {
  label?: string | undefined
  tier?: string | undefined
  rps?: string | undefined
  burst?: string | undefined
  origin?: readonly string[] | undefined
  'browser-only'?: boolean | undefined
  pid?: readonly string[] | undefined
  'max-fee-bps'?: string | undefined
}

const MAX_RATE = 1_000_000
const MAX_ENTRIES = 100

/** Throws a `CommandError` for the first invalid option. */
export function readKeySettings(options: KeyOptions): KeySettings {
  const tier = parseTier(options.tier)
  return {
    label: parseLabel(options.label),
    tier,
    customLimit: parseCustomLimit(tier, options),
    origins: parseList('--origin', options.origin, {
      isGood: isOriginRule,
      needs:
        'scheme and host without a path: https://app.example.org or https://*.example.org (one label for *)',
    }),
    browserOnly: options['browser-only'] ?? false,
    uniquePids: parseList('--pid', options.pid, {
      isGood: (pid) => v.is(priceRequestSchema.entries.uniquePID, pid),
      needs: '1 to 128 visible ASCII characters without spaces, as sent in uniquePID',
    }),
    maxPartnerFeeBps: parseWhole('--max-fee-bps', options['max-fee-bps'] ?? '1000', { min: 0, max: 1000 }),
  }
}

export function parseWhole(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new CommandError(
    `${name} must be a whole number from ${min} to ${max}, found ${JSON.stringify(text)}.`,
  )
}

function parseTier(text: string | undefined): Tier {
  const tier = TIER_NAMES.find((name) => name === text)
  if (tier) return tier
  const found = text === undefined ? 'and is missing' : `found ${JSON.stringify(text)}`
  throw new CommandError(`--tier must be one of ${TIER_NAMES.join(', ')}, ${found}.`)
}

function parseLabel(text: string | undefined): string {
  if (text !== undefined && /^[^\p{C}]{1,80}$/u.test(text) && text.trim() !== '') return text
  const found = text === undefined ? 'is missing' : `found ${JSON.stringify(text)}`
  throw new CommandError(
    `--label must name the owner of the key in 1 to 80 characters, such as --label "Acme web"; ${found}.`,
  )
}

function parseCustomLimit(tier: Tier, { rps, burst }: KeyOptions): RateLimit | undefined {
  if (tier !== 'custom') {
    if (rps === undefined && burst === undefined) return undefined
    throw new CommandError(
      `--rps and --burst require --tier custom, because the tier ${tier} has fixed limits.`,
    )
  }
  if (rps === undefined || burst === undefined) {
    throw new CommandError(
      '--tier custom requires --rps (requests per second) and --burst (maximum requests in a burst).',
    )
  }
  const range = { min: 1, max: MAX_RATE }
  return { perSecond: parseWhole('--rps', rps, range), burst: parseWhole('--burst', burst, range) }
}

function parseList(
  name: string,
  values: readonly string[] = [],
  { isGood, needs }: { isGood(value: string): boolean; needs: string },
): string[] {
  const bad = values.find((value) => !isGood(value))
  if (bad !== undefined) throw new CommandError(`${name} requires ${needs}; found ${JSON.stringify(bad)}.`)
  if (values.length > MAX_ENTRIES)
    throw new CommandError(`${name} may be given at most ${MAX_ENTRIES} times.`)
  return [...new Set(values)]
}
