import { type Address, zeroAddress } from 'viem'
import { createShareMinter } from '../../setup/create-share-minter.ts'
import type { TestChain } from '../../setup/test-chain.ts'
import { RESERVE, trusted } from '../../setup/test-source.ts'
import { deployCurrentAave } from './deploy-current-aave.ts'

const AT: readonly Address[] = [
  '0x00000000000000000000000000000000000057a7',
  '0x00000000000000000000000000000000000057a8',
]
const WEEK_SECONDS = 604_800n

interface Ground {
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>
  deploy: (name: string, args?: unknown[]) => Promise<Address>
}

/** Aave's static wrappers of two tokens with a week of interest; their rates rise every second. */
export async function deployStaticWrappers(
  chain: TestChain,
  assets: readonly [Address, Address],
  { mint, deploy }: Ground,
) {
  const { deployer } = chain.accounts
  const aave = await deployCurrentAave(chain)
  for (const [i, asset] of assets.entries()) {
    await aave.addWrapper(await aave.addReserve(asset), AT[i] ?? zeroAddress)
    await mint(asset, deployer, 4n * RESERVE)
    await aave.supply(asset, 4n * RESERVE)
    // Different loans give the wrappers different rates.
    await aave.borrow(asset, BigInt(2 - i) * RESERVE)
  }
  await chain.passTime(WEEK_SECONDS)

  const addRate = async (asset: Address, wrapper: Address) => ({
    asset,
    wrapper,
    /** Reports the value of a share to pools of Balancer V3. */
    rateProvider: await deploy('WrapperRate', [wrapper]),
    mint: createShareMinter(chain, { vault: wrapper, asset, mint }),
    source: trusted(4, wrapper),
  })
  const [first, second] = AT as readonly [Address, Address]
  return [await addRate(assets[0], first), await addRate(assets[1], second)] as const
}
