/** The least a trade may pay: `floor(outputAmount x (10000 - slippageBps) / 10000)`, never 0. Base units. */
export function minimumOutput(outputAmount: bigint, slippageBps: number): bigint {
  const minimum = (outputAmount * BigInt(10_000 - slippageBps)) / 10_000n
  return minimum > 0n ? minimum : 1n
}
