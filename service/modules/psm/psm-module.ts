import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { addressAt, encodeWord, firstWord, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall, SampledModule } from '../core/module.ts'
import type { PoolIdentity } from '../core/pool.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { WAD } from '../core/units.ts'
import { findDaiUsds } from './dai-usds.ts'
import { createPsmPool, HALTED, type PsmParams, type PsmState } from './psm-pool.ts'

/**
 * A peg stability module (MakerDAO's LitePSM, Sky's wrapper or a compatible module) or Sky's
 * DaiUsds.
 */
export interface PsmSourceConfig extends SourceConfig {
  kind: 'psm'
  /** The module itself, the wrapper, or DaiUsds. */
  factory: Address
}

const gem = toFunctionSelector('gem()')
const dai = toFunctionSelector('dai()')
const pocket = toFunctionSelector('pocket()')
const factor = toFunctionSelector('to18ConversionFactor()')
const inner = toFunctionSelector('psm()')
const decimals = toFunctionSelector('decimals()')
const tin = toFunctionSelector('tin()')
const tout = toFunctionSelector('tout()')
const live = toFunctionSelector('live()')
const balanceOf = toFunctionSelector('balanceOf(address)')
const allowance = toFunctionSelector('allowance(address,address)')

const PAID_DECIMALS = 18n

/** Immutable data of a module, and how to read the rest. */
interface Parts {
  params: PsmParams
  identity: PoolIdentity
  /** Returns undefined if a result is missing or a fee exceeds 100 %. */
  readState(read: BlockReader): Promise<PsmState | undefined>
}

/** The accounts of a module or a wrapper. */
interface Accounts {
  psm: Address
  gem: Address
  /** The token held by `holder`. For a wrapper it differs from the token that it pays. */
  paid: Address
  holder: Address
  pocket: Address
}

/**
 * A peg stability module, sampled at every block: logs of several contracts report fees, halts,
 * mints and burns, and no log reports its gem allowance.
 */
export function createPsmModule(source: PsmSourceConfig): SampledModule {
  const psm = source.factory.toLowerCase() as Address
  let known: Parts | undefined

  return {
    id: source.module,
    async sample(read) {
      known ??= (await findModule(source, psm, read)) ?? (await findConverter(source, psm, read))
      if (!known) return []
      const state = await known.readState(read)
      return state ? [createPsmPool(known.params, known.identity, state)] : []
    },
  }
}

/**
 * Returns undefined if it does not respond like such a module, or its factor and decimals do not
 * match.
 */
async function findModule(
  source: PsmSourceConfig,
  psm: Address,
  read: BlockReader,
): Promise<Parts | undefined> {
  const about = (to: Address, ...selectors: Hex[]): ContractCall[] => selectors.map((data) => ({ to, data }))
  const results = (await read(about(psm, gem, dai, pocket, factor, inner))).map(firstWord)
  const [ofGem, ofDai, ofPocket, ofFactor, ofInner] = results
  if (!ofGem || !ofDai || !ofPocket || !ofFactor) return undefined
  const tokens = [addressAt(ofGem, 0), addressAt(ofDai, 0)] as const
  const holder = ofInner ? addressAt(ofInner, 0) : psm
  const [ofGems, ofPaid, paid] = (
    await read([...tokens.flatMap((token) => about(token, decimals)), ...about(holder, dai)])
  ).map(firstWord)
  if (!ofGems || !ofPaid || !paid) return undefined
  const [scale, digits] = [uintAt(ofFactor, 0), uintAt(ofGems, 0)]
  if (uintAt(ofPaid, 0) !== PAID_DECIMALS || digits > PAID_DECIMALS) return undefined
  if (scale !== 10n ** (PAID_DECIMALS - digits)) return undefined
  const accounts = {
    psm,
    gem: tokens[0],
    paid: addressAt(paid, 0),
    holder,
    pocket: addressAt(ofPocket, 0),
  }
  return {
    ...toParts(source, psm, { tokens, factor: scale, holder, shape: holder === psm ? 'module' : 'wrapper' }),
    readState: (at) => readState(accounts, at),
  }
}

/** Returns undefined for a contract other than Sky's DaiUsds. */
async function findConverter(
  source: PsmSourceConfig,
  psm: Address,
  read: BlockReader,
): Promise<Parts | undefined> {
  const found = await findDaiUsds(psm, read)
  if (!found) return undefined
  const params = { tokens: found.tokens, factor: 1n, holder: psm, shape: 'converter' } as const
  return { ...toParts(source, psm, params), readState: found.readState }
}

function toParts(
  source: PsmSourceConfig,
  address: Address,
  { tokens, ...rest }: Pick<PsmParams, 'factor' | 'holder' | 'shape'> & Pick<PoolIdentity, 'tokens'>,
): Pick<Parts, 'params' | 'identity'> {
  const origin = { name: source.name, kind: 'dex' } as const
  return {
    params: { module: source.module, origin, source: source.index, ...rest },
    identity: { address, tokens, fee: 0, tickSpacing: 0 },
  }
}

async function readState(
  { psm, gem: token, paid, holder, pocket: gems }: Accounts,
  read: BlockReader,
): Promise<PsmState | undefined> {
  const of = (account: Address) => encodeWord(BigInt(account))
  const results = await read([
    { to: psm, data: tin },
    { to: psm, data: tout },
    { to: paid, data: `${balanceOf}${of(holder)}` },
    { to: token, data: `${balanceOf}${of(gems)}` },
    { to: token, data: `${allowance}${of(gems)}${of(holder)}` },
    // Exists only in wrappers.
    { to: psm, data: live },
  ])
  const [feeIn, feeOut, daiStock, gemsHeld, allowed, isLive] = results.map((result) => {
    const word = firstWord(result)
    return word && uintAt(word, 0)
  })
  if (feeIn === undefined || feeOut === undefined || daiStock === undefined) return undefined
  if (gemsHeld === undefined || allowed === undefined) return undefined
  if ([feeIn, feeOut].some((fee) => fee > WAD && fee !== HALTED)) return undefined
  return {
    tin: feeIn,
    tout: feeOut,
    daiStock,
    gemsHeld,
    gemsAllowed: allowed,
    isCaged: isLive === 0n,
  }
}
