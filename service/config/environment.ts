import { isIP } from 'node:net'
import { type NodeVariables, readNodeVariables } from './config-nodes.ts'
import { ANONYMOUS_LIMITS, type AnonymousLimits, type RateLimit } from './tiers.ts'

/** The interface that is served alone. */
export type Mount = 'router' | 'tokens' | 'rates' | 'yield'

/** What the environment says. */
export interface Environment {
  /** The interface to listen on. */
  host: string
  port: number
  /** Undefined: no metrics are served. */
  metricsPort: number | undefined
  configPath: string
  nodes: NodeVariables
  /** Whether somebody named the config, and means it to be there already. */
  isConfigNamed: boolean
  mount: Mount | undefined
  logLevel: string
  /** How many proxies in front are ours: that many entries of `X-Forwarded-For` are believed. */
  trustedProxies: number
  /** Of calls without a key, for each address. */
  limits: AnonymousLimits
  /** Threads that search for routes; undefined: as many as the machine's cores allow. */
  pricingWorkers: number | undefined
  playgroundOrigin: string
  /** PostgreSQL; undefined: the embedded database. */
  databaseUrl: string | undefined
  /** Of the embedded database; undefined: in memory, gone when the service stops. */
  dataDir: string | undefined
  /** Where instances share their rate limits; undefined: each counts by itself. */
  redisUrl: string | undefined
}

/** Whoever wants to be reached from elsewhere says so. */
const LOOPBACK = '127.0.0.1'
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const MOUNTS: readonly Mount[] = ['router', 'tokens', 'rates', 'yield']

/** Throws with every value that makes no sense, each by its name. */
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
    port: whole(reading, 'SLUICE_SERVICE_PORT', { otherwise: 8787, max: 65_535 }),
    metricsPort: env.SLUICE_METRICS_PORT
      ? whole(reading, 'SLUICE_METRICS_PORT', { otherwise: 0, max: 65_535 })
      : undefined,
    configPath: named ?? `${devnetDir}/service.json`,
    nodes: readNodeVariables(env),
    isConfigNamed: named !== undefined,
    mount: readOneOf(reading, 'SLUICE_MOUNT', MOUNTS),
    logLevel: readOneOf(reading, 'SLUICE_LOG_LEVEL', LOG_LEVELS) ?? 'warn',
    trustedProxies: whole(reading, 'SLUICE_TRUSTED_PROXIES', { otherwise: 0, max: 10 }),
    limits: {
      rates: readRateLimit(reading, 'SLUICE_LIMIT_RATES', ANONYMOUS_LIMITS.rates),
      tokens: readRateLimit(reading, 'SLUICE_LIMIT_TOKENS', ANONYMOUS_LIMITS.tokens),
      yields: readRateLimit(reading, 'SLUICE_LIMIT_YIELD', ANONYMOUS_LIMITS.yields),
    },
    pricingWorkers: env.SLUICE_PRICING_WORKERS
      ? whole(reading, 'SLUICE_PRICING_WORKERS', { otherwise: 0, max: 64 })
      : undefined,
    playgroundOrigin: `http://localhost:${whole(reading, 'SLUICE_PLAYGROUND_PORT', { otherwise: 5173, max: 65_535 })}`,
    databaseUrl: readUrl(reading, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    dataDir: env.SLUICE_DATA_DIR || `${devnetDir}/data`,
    redisUrl: readUrl(reading, 'REDIS_URL', ['redis:', 'rediss:']),
  }
}

type Env = Record<string, string | undefined>

interface Reading {
  variables: Env
  mistakes: string[]
}

function whole(
  { variables, mistakes }: Reading,
  name: string,
  { otherwise, max }: { otherwise: number; max: number },
): number {
  const value = variables[name]
  if (!value) return otherwise
  if (/^\d{1,6}$/.test(value) && Number(value) <= max) return Number(value)
  mistakes.push(`${name} must be a whole number up to ${max}, found ${JSON.stringify(value)}`)
  return otherwise
}

function readRateLimit({ variables, mistakes }: Reading, name: string, otherwise: RateLimit): RateLimit {
  const value = variables[name]
  if (!value) return otherwise
  const [, perSecond, burst] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(value) ?? []
  if (perSecond && burst) return { perSecond: Number(perSecond), burst: Number(burst) }
  mistakes.push(
    `${name} must be requests a second and how many at once, like ${otherwise.perSecond}/${otherwise.burst}, ` +
      `found ${JSON.stringify(value)}`,
  )
  return otherwise
}

function readOneOf<Value extends string>(
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

/** Never quotes the value: it can hold a password. */
function readUrl(
  { variables, mistakes }: Reading,
  name: string,
  protocols: readonly string[],
): string | undefined {
  const value = variables[name]
  if (!value) return undefined
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
  mistakes.push(`${name} must be a ${protocols[0]} URL (user:password@host/name), and is none`)
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
