import { type Address, parseEther, zeroHash } from 'viem'

/** Balance of each side of each pool; every price starts at 1. */
export const RESERVE = parseEther('1000000')

/** A source whose contract is trusted itself, not a factory. */
export const trusted = (kind: number, factory: Address) => ({
  kind,
  factory,
  initCodeHash: zeroHash,
  feeBps: 0,
})
