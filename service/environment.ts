import type { Mount } from './http/create-http-app.ts'

/** What the environment says. A value that makes no sense is an error naming it. */
export interface Environment {
  port: number
  /** Undefined: no metrics are served. */
  metricsPort: number | undefined
  configPath: string
  /** Whether somebody named the config, and means it to be there already. */
  isConfigNamed: boolean
  mount: Mount | undefined
  logLevel: string
  /** How many proxies in front are ours: that many entries of `X-Forwarded-For` are believed. */
  trustedProxies: number
  playgroundOrigin: string
  /** PostgreSQL; undefined: the embedded database. */
  databaseUrl: string | undefined
  /** Of the embedded database; undefined: in memory, gone when the service stops. */
  dataDir: string | undefined
  /** Where instances share their rate limits; undefined: each counts by itself. */
  redisUrl: string | undefined
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const MOUNTS: readonly Mount[] = ['router', 'tokens', 'rates', 'yield']

export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const named = env.SLUICE_CONFIG || undefined
  const devnetDir = env.SLUICE_DEVNET_DIR || '.devnet'
  return {
    port: whole(env, 'SLUICE_SERVICE_PORT', { otherwise: 8787, max: 65_535 }),
    metricsPort: env.SLUICE_METRICS_PORT
      ? whole(env, 'SLUICE_METRICS_PORT', { otherwise: 0, max: 65_535 })
      : undefined,
    configPath: named ?? `${devnetDir}/service.json`,
    isConfigNamed: named !== undefined,
    mount: env.SLUICE_MOUNT ? oneOf(env, 'SLUICE_MOUNT', MOUNTS) : undefined,
    logLevel: env.SLUICE_LOG_LEVEL ? oneOf(env, 'SLUICE_LOG_LEVEL', LOG_LEVELS) : 'warn',
    trustedProxies: whole(env, 'SLUICE_TRUSTED_PROXIES', { otherwise: 0, max: 10 }),
    playgroundOrigin: `http://localhost:${whole(env, 'SLUICE_PLAYGROUND_PORT', { otherwise: 5173, max: 65_535 })}`,
    databaseUrl: urlOf(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    dataDir: env.SLUICE_DATA_DIR || `${devnetDir}/data`,
    redisUrl: urlOf(env, 'REDIS_URL', ['redis:', 'rediss:']),
  }
}

type Env = Record<string, string | undefined>

function whole(env: Env, name: string, { otherwise, max }: { otherwise: number; max: number }): number {
  const value = env[name]
  if (!value) return otherwise
  if (!/^\d{1,6}$/.test(value) || Number(value) > max) {
    throw new Error(`${name} must be a whole number up to ${max}, found ${JSON.stringify(value)}`)
  }
  return Number(value)
}

function oneOf<Value extends string>(env: Env, name: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === env[name])
  if (!found)
    throw new Error(`${name} must be one of ${values.join(', ')}, found ${JSON.stringify(env[name])}`)
  return found
}

/** Never quotes the value: it can hold a password. */
function urlOf(env: Env, name: string, protocols: readonly string[]): string | undefined {
  const value = env[name]
  if (!value) return undefined
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
  throw new Error(`${name} must be a URL like ${protocols[0]}//user:password@host/name, and is none`)
}
