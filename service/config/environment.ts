import { isIP } from 'node:net'
import { type NodeVariables, readNodeVariables } from './config-nodes.ts'
import { ANONYMOUS_LIMITS, type AnonymousLimits, KEY_ADDRESS_PERCENT, type RateLimit } from './tiers.ts'

/** The only interface to serve. */
export type Mount = 'router' | 'tokens' | 'rates' | 'yield'

/** The parsed environment variables. */
export interface Environment {
  /** The interface to listen on. */
  host: string
  port: number
  /** Undefined: no metrics are served. */
  metricsPort: number | undefined
  configPath: string
  nodes: NodeVariables
  /** True if the path was set explicitly, so that the file must exist. */
  isConfigNamed: boolean
  mount: Mount | undefined
  logLevel: string
  /** Number of trusted proxies: that many entries of `X-Forwarded-For` are used. */
  trustedProxies: number
  /** Limits for each address without a key. */
  limits: AnonymousLimits
  /** The part of a browser key's limit that one address may use, in percent. */
  keyAddressPercent: number
  /** Workers that search for routes; undefined: by the number of cores. */
  pricingWorkers: number | undefined
  playgroundOrigin: string
  /** PostgreSQL; undefined: the embedded database. */
  databaseUrl: string | undefined
  /** Folder of the embedded database. Undefined: in memory only. */
  dataDir: string | undefined
  /** Redis for shared rate limits; undefined: each instance counts on its own. */
  redisUrl: string | undefined
  /**
   * How long a request waits for Redis, in milliseconds. After that this instance applies its own
   * limit.
   */
  redisTimeoutMs: number
  /**
   * Milliseconds between the stop signal and the end of accepting requests. `/healthz` returns 503
   * in that time.
   */
  drainMs: number
}

/** Default: reachable from this machine only. */
const LOOPBACK = '127.0.0.1'
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const MOUNTS: readonly Mount[] = ['router', 'tokens', 'rates', 'yield']

/** Throws one error that lists every invalid variable. */
export function readEnvironment(variables: Env): Environment {
  const env: Reading = { variables, mistakes: [] }
  const read = readAll(env)
  const [first, second] = env.mistakes
  if (first === undefined) return read
  throw new Error(second ? ['The environment cannot be used:', ...env.mistakes].join('\n  ') : first)
}

function readAll(reading: Reading): Environment {
  const env = reading.variables
  const named = env.SLUICE_CONFIG || undefined
  const devnetDir = env.SLUICE_DEVNET_DIR || '.devnet'
  return {
    host: readHost(reading),
    port: readInteger(reading, 'SLUICE_SERVICE_PORT', { fallback: 8787, max: 65_535 }),
    metricsPort: env.SLUICE_METRICS_PORT
      ? readInteger(reading, 'SLUICE_METRICS_PORT', { fallback: 0, max: 65_535 })
      : undefined,
    configPath: named ?? `${devnetDir}/service.json`,
    nodes: readNodeVariables(env),
    isConfigNamed: named !== undefined,
    mount: readEnum(reading, 'SLUICE_MOUNT', MOUNTS),
    logLevel: readEnum(reading, 'SLUICE_LOG_LEVEL', LOG_LEVELS) ?? 'warn',
    trustedProxies: readInteger(reading, 'SLUICE_TRUSTED_PROXIES', { fallback: 0, max: 10 }),
    limits: {
      rates: readRateLimit(reading, 'SLUICE_LIMIT_RATES', ANONYMOUS_LIMITS.rates),
      tokens: readRateLimit(reading, 'SLUICE_LIMIT_TOKENS', ANONYMOUS_LIMITS.tokens),
      yields: readRateLimit(reading, 'SLUICE_LIMIT_YIELD', ANONYMOUS_LIMITS.yields),
    },
    keyAddressPercent: readInteger(reading, 'SLUICE_KEY_ADDRESS_PERCENT', {
      fallback: KEY_ADDRESS_PERCENT,
      min: 1,
      max: 100,
    }),
    pricingWorkers: env.SLUICE_PRICING_WORKERS
      ? readInteger(reading, 'SLUICE_PRICING_WORKERS', { fallback: 0, max: 64 })
      : undefined,
    playgroundOrigin: `http://localhost:${readInteger(reading, 'SLUICE_PLAYGROUND_PORT', { fallback: 5173, max: 65_535 })}`,
    databaseUrl: readUrl(reading, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    dataDir: env.SLUICE_DATA_DIR || `${devnetDir}/data`,
    redisUrl: readUrl(reading, 'REDIS_URL', ['redis:', 'rediss:']),
    redisTimeoutMs: readInteger(reading, 'SLUICE_REDIS_TIMEOUT_MS', { fallback: 40, max: 5_000 }),
    drainMs: 1_000 * readInteger(reading, 'SLUICE_DRAIN_SECONDS', { fallback: 0, max: 600 }),
  }
}

type Env = Record<string, string | undefined>

interface Reading {
  variables: Env
  mistakes: string[]
}

function readInteger(
  { variables, mistakes }: Reading,
  name: string,
  { fallback, min = 0, max }: { fallback: number; min?: number; max: number },
): number {
  const value = variables[name]
  if (!value) return fallback
  if (/^\d{1,6}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value)
  const range = min === 0 ? `up to ${max}` : `from ${min} to ${max}`
  mistakes.push(`${name} must be a whole number ${range}, found ${JSON.stringify(value)}`)
  return fallback
}

function readRateLimit({ variables, mistakes }: Reading, name: string, fallback: RateLimit): RateLimit {
  const value = variables[name]
  if (!value) return fallback
  const [, perSecond, burst] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(value) ?? []
  if (perSecond && burst) return { perSecond: Number(perSecond), burst: Number(burst) }
  mistakes.push(
    `${name} must be requests a second and how many at once, like ${fallback.perSecond}/${fallback.burst}, ` +
      `found ${JSON.stringify(value)}`,
  )
  return fallback
}

function readEnum<Value extends string>(
  { variables, mistakes }: Reading,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const value = variables[name]
  if (!value) return undefined
  const found = values.find((candidate) => candidate === value)
  if (!found) mistakes.push(`${name} must be one of ${values.join(', ')}, found ${JSON.stringify(value)}`)
  return found
}

/** Errors never quote the value: it may contain a password. */
function readUrl(
  { variables, mistakes }: Reading,
  name: string,
  protocols: readonly string[],
): string | undefined {
  const value = variables[name]
  if (!value) return undefined
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
  mistakes.push(`${name} must be a ${protocols[0]} URL (user:password@host/name)`)
  return undefined
}

function readHost({ variables, mistakes }: Reading): string {
  const value = variables.SLUICE_HOST
  if (!value) return LOOPBACK
  if (isIP(value) !== 0) return value
  mistakes.push(
    `SLUICE_HOST must be the IP address of an interface, 0.0.0.0 for all, found ${JSON.stringify(value)}`,
  )
  return LOOPBACK
}
