import type { Address } from '../../../wire/lib/address.ts'
import { type Artifacts, ownContract } from '../../bytecode/artifacts.ts'
import { baseUnits } from '../../plan/amounts.ts'
import type { ManifestToken } from '../../plan/manifest.ts'
import { TOKENS } from '../../plan/tokens.ts'
import type { Setup } from '../../setup/setup.ts'

/** Deploys every planned token except the wrapped native one. */
export function queueTokens(setup: Setup, artifacts: Artifacts, weth: Address): ManifestToken[] {
  return TOKENS.map(({ symbol, name, decimals, contract, trait }) => {
    const token = { symbol, name, decimals, ...(trait && { trait }) }
    if (symbol === 'WETH') return { address: weth, ...token }
    const address = setup.deploy(symbol, ownContract(artifacts, contract), [name, symbol, decimals])
    return { address, ...token }
  })
}

/** Gives each holder the planned amount of each token. */
export function queueTokenGrants(
  setup: Setup,
  desk: { address: Address; abi: Artifacts['weth']['abi'] },
  tokens: ManifestToken[],
  holders: Address[],
): void {
  for (const token of tokens) {
    const plan = TOKENS.find(({ symbol }) => symbol === token.symbol)
    if (!plan) continue
    const amount = baseUnits(plan.grant, plan.decimals)
    setup.call(`grant of ${token.symbol}`, desk.address, desk, 'fund', [token.address, holders, amount])
  }
}
