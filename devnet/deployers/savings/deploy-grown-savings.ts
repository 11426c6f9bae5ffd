import type { Address } from 'viem'
import { createShareMinter } from '../../setup/create-share-minter.ts'
import type { TestChain } from '../../setup/test-chain.ts'
import { RESERVE, trusted } from '../../setup/test-source.ts'
import { deploySavings } from './deploy-savings.ts'

const MONTH_SECONDS = 30n * 86_400n

interface Ground {
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>
  deploy: (name: string, args?: unknown[]) => Promise<Address>
}

/** sDAI and sUSDS with a month of interest; their rates rise every second. */
export async function deployGrownSavings(
  chain: TestChain,
  { dai, usds }: Record<'dai' | 'usds', Address>,
  { mint, deploy }: Ground,
) {
  const { addSDai, addSUsds } = deploySavings(chain, { deploy })
  const toRow = (vault: Address, asset: Address) => ({
    vault,
    asset,
    mint: createShareMinter(chain, { vault, asset, mint }),
    source: trusted(4, vault),
  })
  const vaults = {
    sDai: toRow((await addSDai(dai)).vault, dai),
    sUsds: toRow((await addSUsds(usds)).vault, usds),
  }
  for (const vault of Object.values(vaults)) await vault.mint(chain.accounts.deployer, RESERVE)
  await chain.passTime(MONTH_SECONDS)
  return vaults
}
