// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IStableSwap} from "./External.sol";
import {IExecutor} from "./ISettlement.sol";
import {Query} from "./Query.sol";
import {Tokens} from "./Tokens.sol";

/// @title Swaps in a trusted plain pool of Curve's StableSwap, of the code of its first ones.
/// @dev What a pool says that it gives is not read. It can take what the step sells, and no more; what it gave is measured.
library StableSwap {
    uint256 private constant FEE_UNIT = 1e10;
    /// @dev Where pools stop too, converged or not.
    uint256 private constant MAX_ROUNDS = 255;

    /// @param from index of what is sold
    /// @param to index of what is bought
    /// @param scales of each coin, to 18 decimals: a price by false ones buys too little, or costs its trader too much
    struct Coins {
        uint8 from;
        uint8 to;
        uint256[] scales;
    }

    /// @param scaled balances
    /// @param sum of them
    /// @param ann amplification, once for each coin
    /// @param left of what is bought, at most
    struct Market {
        uint256[] scaled;
        uint256 sum;
        uint256 ann;
        uint256 invariant;
        uint256 left;
    }

    /// @return bought what arrived here
    function swap(address pool, Coins memory coins, IExecutor.Step calldata step, uint256 amount)
        internal
        returns (uint256 bought)
    {
        (int128 from, int128 to) = (int128(uint128(coins.from)), int128(uint128(coins.to)));
        return Tokens.exchange(step, pool, amount, abi.encodeCall(IStableSwap.exchange, (from, to, amount, 0)));
    }

    /// @notice The least input that brings at least `amountOut`.
    function price(address pool, Coins memory coins, uint256 amountOut) internal view returns (uint256 amountIn) {
        Market memory m = _read(pool, coins.scales);
        // The least that, less its fee, is enough.
        uint256 kept = FEE_UNIT - Query.ask(pool, IStableSwap.fee.selector, 0);
        m.left = m.scaled[coins.to] - (amountOut * coins.scales[coins.to] - 1) * FEE_UNIT / kept - 1;
        uint256 wanted = _solve(m, coins.to, coins.from, m.left);
        uint256 held = m.scaled[coins.from];
        amountIn = wanted > held ? (wanted - held - 1) / coins.scales[coins.from] + 1 : 1;
        // From where Newton's method ended, by steps that double, so that each way ends within a few of them.
        uint256 step = 1;
        for (; !_isEnough(m, coins, amountIn); step *= 2) amountIn += step;
        for (step = 1; amountIn > step && _isEnough(m, coins, amountIn - step); step *= 2) amountIn -= step;
        for (step /= 2; step != 0; step /= 2) {
            if (amountIn > step && _isEnough(m, coins, amountIn - step)) amountIn -= step;
        }
    }

    function _isEnough(Market memory m, Coins memory coins, uint256 amountIn) private pure returns (bool) {
        uint256 x = m.scaled[coins.from] + amountIn * coins.scales[coins.from];
        return _solve(m, coins.from, coins.to, x) <= m.left;
    }

    function _read(address pool, uint256[] memory scales) private view returns (Market memory m) {
        uint256 count = scales.length;
        m.scaled = new uint256[](count);
        for (uint256 k; k < count; ++k) {
            m.scaled[k] = Query.ask(pool, IStableSwap.balances.selector, k) * scales[k];
            m.sum += m.scaled[k];
        }
        m.ann = Query.ask(pool, IStableSwap.A.selector, 0) * count;
        m.invariant = m.sum;
        for (uint256 i; i < MAX_ROUNDS; ++i) {
            uint256 before = m.invariant;
            m.invariant = _approach(m, before);
            if (_isNear(m.invariant, before)) break;
        }
    }

    function _approach(Market memory m, uint256 whole) private pure returns (uint256) {
        uint256 count = m.scaled.length;
        uint256 product = whole;
        for (uint256 k; k < count; ++k) {
            product = product * whole / (m.scaled[k] * count + 1);
        }
        return (m.ann * m.sum + product * count) * whole / ((m.ann - 1) * whole + (count + 1) * product);
    }

    /// @dev How much of `to` goes with `x` of `from`, both scaled, by Newton's method from above as pools do it.
    function _solve(Market memory m, uint256 from, uint256 to, uint256 x) private pure returns (uint256 y) {
        (uint256 count, uint256 c, uint256 b) = (m.scaled.length, m.invariant, m.invariant / m.ann);
        for (uint256 k; k < count; ++k) {
            if (k == to) continue;
            uint256 held = k == from ? x : m.scaled[k];
            b += held;
            c = c * m.invariant / (held * count);
        }
        c = c * m.invariant / (m.ann * count);
        y = m.invariant;
        for (uint256 i; i < MAX_ROUNDS; ++i) {
            uint256 before = y;
            y = (y * y + c) / (2 * y + b - m.invariant);
            if (_isNear(y, before)) break;
        }
    }

    function _isNear(uint256 a, uint256 b) private pure returns (bool) {
        return a > b ? a - b <= 1 : b - a <= 1;
    }
}
