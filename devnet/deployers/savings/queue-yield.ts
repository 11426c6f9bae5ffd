import type { Abi } from 'viem'
import type { Address } from '../../../wire/lib/address.ts'
import type { CompiledContract } from '../../bytecode/compile-tokens.ts'
import { baseUnits } from '../../plan/amounts.ts'
import type { ChainPlan } from '../../plan/chains.ts'
import { BORROWERS, DEPOSITS, LENDING, type Participant, RESERVES } from '../../plan/lending.ts'
import type { ManifestToken } from '../../plan/manifest.ts'
import type { Setup } from '../../setup/setup.ts'

/** The participants of the lending pool, and the vault of their savings. */
export interface DeployedYield {
  desks: Record<Participant, Address>
  deskAbi: Abi
  /** The shares of the vault, at the address of the vault. */
  share: ManifestToken
}

export function queueYield(
  setup: Setup,
  contracts: { desk: CompiledContract; vault: CompiledContract },
  options: { plan: ChainPlan; tokens: ManifestToken[]; pool: Address; weth: Address; marketMaker: Address },
): DeployedYield {
  const { weth, marketMaker, pool } = options
  const desk = (label: Participant) => setup.deploy(label, contracts.desk, [weth, marketMaker, pool])
  const desks = {
    saver: desk('saver'),
    etherHolder: desk('etherHolder'),
    dollarHolder: desk('dollarHolder'),
  }
  const { symbol, name, asset } = LENDING[options.plan.name].vault
  const underlying = getToken(options.tokens, asset)
  const address = setup.deploy(symbol, contracts.vault, [name, symbol, underlying.address])
  const { decimals } = underlying
  const claim = { kind: 'vault-share' as const, underlying: underlying.address }
  return { desks, deskAbi: contracts.desk.abi, share: { address, symbol, name, decimals, claim } }
}

/** Makes the first deposits, the debts that make them earn, and a grant for each holder. */
export function queueYieldFill(
  setup: Setup,
  { desks, deskAbi, share }: DeployedYield,
  { plan, tokens, holders }: { plan: ChainPlan; tokens: ManifestToken[]; holders: Address[] },
): void {
  const { scale, vault } = LENDING[plan.name]
  const call = (participant: Participant, functionName: string, ...args: unknown[]) =>
    setup.call(`${participant} ${functionName}`, desks[participant], { abi: deskAbi }, functionName, args)
  const units = (token: ManifestToken, whole: number) => baseUnits(whole, token.decimals)

  for (const [participant, deposits] of Object.entries(DEPOSITS) as [Participant, Record<string, number>][]) {
    for (const [symbol, whole] of Object.entries(deposits)) {
      const token = getToken(tokens, symbol)
      call(participant, 'supply', token.address, units(token, whole * scale), [desks[participant]])
    }
  }
  for (const { symbol, usageBps, grant } of RESERVES) {
    const token = getToken(tokens, symbol)
    const borrower = BORROWERS[symbol]
    if (borrower) call(borrower, 'steer', token.address, (usageBps[0] + usageBps[1]) / 2)
    call('saver', 'supply', token.address, units(token, grant), holders)
  }
  call('saver', 'deposit', share.address, units(share, vault.deposit), [desks.saver])
  call('saver', 'deposit', share.address, units(share, vault.grant), holders)
}

function getToken(tokens: ManifestToken[], symbol: string): ManifestToken {
  const token = tokens.find((candidate) => candidate.symbol === symbol)
  if (!token) throw new Error(`No token ${symbol} is deployed`)
  return token
}
