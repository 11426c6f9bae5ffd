import {
  amount0Between,
  amount1Between,
  divideUp,
  priceAfterInput,
  priceAfterOutput,
} from './sqrt-price-math.ts'

/** Fees are in millionths. */
export const FEE_UNIT = 1_000_000n

export interface V3StepOrder {
  zeroForOne: boolean
  isInput: boolean
  remaining: bigint
  /** In millionths. */
  fee: bigint
  liquidity: bigint
  price: bigint
  /** Price limit of the step. */
  target: bigint
}

export interface V3Step {
  /** The price at the end. */
  reached: bigint
  /** Includes the fee. */
  amountIn: bigint
  amountOut: bigint
}

/** One step of a swap inside a range of equal liquidity: the contract's `computeSwapStep`. */
export function swapStep(order: V3StepOrder): V3Step {
  return order.isInput ? stepByInput(order) : stepByOutput(order)
}

function stepByInput(order: V3StepOrder): V3Step {
  const { zeroForOne, remaining, fee, liquidity, price, target } = order
  const budget = (remaining * (FEE_UNIT - fee)) / FEE_UNIT
  const needed = inputBetween(order, target)
  const reached = budget >= needed ? target : priceAfterInput(price, liquidity, budget, zeroForOne)
  return {
    reached,
    // If the target is not reached, the remainder is the fee.
    amountIn: reached === target ? withFee(needed, fee) : remaining,
    amountOut: outputBetween(order, reached),
  }
}

function stepByOutput(order: V3StepOrder): V3Step {
  const { zeroForOne, remaining, fee, liquidity, price, target } = order
  const available = outputBetween(order, target)
  const reached = remaining >= available ? target : priceAfterOutput(price, liquidity, remaining, zeroForOne)
  const crossedOut = reached === target ? available : outputBetween(order, reached)
  const isTooMuch = crossedOut > remaining
  return {
    reached,
    amountIn: withFee(inputBetween(order, reached), fee),
    amountOut: isTooMuch ? remaining : crossedOut,
  }
}

function inputBetween({ zeroForOne, price, liquidity }: V3StepOrder, other: bigint): bigint {
  return zeroForOne
    ? amount0Between(other, price, liquidity, true)
    : amount1Between(price, other, liquidity, true)
}

function outputBetween({ zeroForOne, price, liquidity }: V3StepOrder, other: bigint): bigint {
  return zeroForOne
    ? amount1Between(other, price, liquidity, false)
    : amount0Between(price, other, liquidity, false)
}

function withFee(amount: bigint, fee: bigint): bigint {
  return amount + divideUp(amount * fee, FEE_UNIT - fee)
}
