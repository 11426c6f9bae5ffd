import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import type { PsmSourceConfig } from '../../config/types.ts'
import { addressAt, encodeWord, firstWord, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall, SampledModule } from '../core/module.ts'
import type { PoolIdentity } from '../core/pool.ts'
import { createPsmPool, HALTED, type PsmState, type PsmTerms } from './psm-pool.ts'

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

const WAD = 10n ** 18n
const PAID_DECIMALS = 18n

/** What never changes of a module. */
interface Parts {
  terms: PsmTerms
  identity: PoolIdentity
  /** What lies in `terms.holder`: of a wrapper not the token that it pays with. */
  paid: Address
  pocket: Address
}

/**
 * A peg stability module, sampled at every block: fees, halts, and what is minted into it or burnt are told by logs of several
 * contracts, and what gems it may take by no log.
 */
export function createPsmModule(source: PsmSourceConfig): SampledModule {
  const psm = source.factory.toLowerCase() as Address
  let known: Parts | undefined

  return {
    id: source.module,
    async sample(read) {
      known ??= await findParts(source, psm, read)
      if (!known) return []
      const state = await readState(psm, known, read)
      return state ? [createPsmPool(known.terms, known.identity, state)] : []
    },
  }
}

/** Undefined when it does not answer as such a module does, or its factor and the decimals of its tokens do not fit. */
async function findParts(
  source: PsmSourceConfig,
  psm: Address,
  read: BlockReader,
): Promise<Parts | undefined> {
  const about = (to: Address, ...selectors: Hex[]): ContractCall[] => selectors.map((data) => ({ to, data }))
  const answers = (await read(about(psm, gem, dai, pocket, factor, inner))).map(firstWord)
  const [ofGem, ofDai, ofPocket, ofFactor, ofInner] = answers
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
  return {
    terms: {
      module: source.module,
      origin: { name: source.name, kind: 'dex' },
      source: source.index,
      factor: scale,
      holder,
      isWrapper: holder !== psm,
    },
    identity: { address: psm, tokens, fee: 0, tickSpacing: 0 },
    paid: addressAt(paid, 0),
    pocket: addressAt(ofPocket, 0),
  }
}

/** Undefined when an answer is missing, or a fee is more than all. */
async function readState(
  psm: Address,
  { terms, identity, paid, pocket }: Parts,
  read: BlockReader,
): Promise<PsmState | undefined> {
  const [token] = identity.tokens
  const of = (account: Address) => encodeWord(BigInt(account))
  const answers = await read([
    { to: psm, data: tin },
    { to: psm, data: tout },
    { to: paid, data: `${balanceOf}${of(terms.holder)}` },
    { to: token, data: `${balanceOf}${of(pocket)}` },
    { to: token, data: `${allowance}${of(pocket)}${of(terms.holder)}` },
    // Of wrappers alone.
    { to: psm, data: live },
  ])
  const [feeIn, feeOut, daiStock, gemsHeld, allowed, isLive] = answers.map((answer) => {
    const word = firstWord(answer)
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
