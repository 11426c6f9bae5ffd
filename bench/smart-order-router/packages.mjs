import { createRequire } from 'node:module'

// Uses the packages' CommonJS builds, because their ES modules do not load in Node, and the router
// distinguishes pools by the classes of the same build.
const require = createRequire(import.meta.url)

export const { BigNumber } = require('@ethersproject/bignumber')
export const { BaseProvider } = require('@ethersproject/providers')
export const { Protocol } = require('@uniswap/router-sdk')
export const { CurrencyAmount, Token, TradeType } = require('@uniswap/sdk-core')
export const { AlphaRouter } = require('@uniswap/smart-order-router')
export const { Pair } = require('@uniswap/v2-sdk')
export const { Pool, TickListDataProvider, TickMath } = require('@uniswap/v3-sdk')
export const JSBI = require('jsbi')
