// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Curve, FIRST_POOLS, THREE_POOL, TWO_COINS} from "./Curve.sol";
import {IFirstStableSwap, IStableSwap, IStableSwapNg} from "./External.sol";
import {STABLE_SWAP_NG} from "./Kinds.sol";
import {Query} from "./Query.sol";

/// @title Prices purchases in plain pools of Curve's StableSwap, and of StableSwap-NG.
/// @dev Pool codes differ in their views and in their rounding. A StableSwap step names the code of
/// its pool.
library StableSwap {
    uint256 private constant ONE = 1e18;
    uint256 private constant FEE_UNIT = 1e10;
    uint256 private constant PRECISION = 100;
    /// @dev The same limit as in the pools.
    uint256 private constant MAX_ROUNDS = 255;
    /// @dev Rounds that search the fee that matches the input; after FEE_ROUNDS, a fee that is
    /// large enough is used.
    uint256 private constant FEE_ROUNDS = 32;
    uint256 private constant EXACT_ROUNDS = 24;
    /// @dev Largest distance of the answer from the result of Newton's method.
    uint256 private constant MAX_STEP = 1 << 16;

    /// @param rates value of 1e18 base units of each coin
    /// @param scaled balances times rates
    /// @param sum of the scaled balances
    /// @param ann amplification times PRECISION, multiplied by the number of coins
    /// @param withheld subtracted from what is bought
    /// @param each factor of each balance in a divisor of the invariant's product
    /// @param all final divisor of that product
    struct Market {
        uint256[] rates;
        uint256[] scaled;
        uint256 sum;
        uint256 ann;
        uint256 invariant;
        uint256 fee;
        uint256 feeMultiplier;
        uint256 withheld;
        uint256 each;
        uint256 all;
    }

    /// @notice Returns an input that buys at least `amountOut`. It is the minimum, except that a
    /// fee that depends on the amount, or a pool far out of balance, may make it less than a
    /// millionth too large.
    function price(address pool, Curve.Coins memory coins, uint8 kind, uint256 amountOut)
        internal
        view
        returns (uint256 amountIn)
    {
        Market memory m = _read(pool, coins, kind == STABLE_SWAP_NG);
        uint256 wanted = (amountOut * m.rates[coins.to] - 1) / ONE + 1;
        uint256 x = _inputBalance(m, coins, wanted);
        (uint256 held, uint256 rate) = (m.scaled[coins.from], m.rates[coins.from]);
        amountIn = x > held ? ((x - held) * ONE - 1) / rate + 1 : 1;
        // Doubling steps end the walk in either direction after a few rounds.
        uint256 step = 1;
        for (; !_isEnough(m, coins, amountIn, wanted); step *= 2) amountIn += step;
        for (step = 1; step < MAX_STEP && amountIn > step && _isEnough(m, coins, amountIn - step, wanted); step *= 2) {
            amountIn -= step;
        }
        for (step /= 2; step != 0; step /= 2) {
            if (amountIn > step && _isEnough(m, coins, amountIn - step, wanted)) amountIn -= step;
        }
    }

    /// @dev Scaled input balance, with the fee that applies at this balance.
    function _inputBalance(Market memory m, Curve.Coins memory coins, uint256 wanted) private pure returns (uint256 x) {
        uint256 fee = m.fee;
        for (uint256 i; i < FEE_ROUNDS; ++i) {
            // The smallest output balance that is enough after this fee.
            uint256 y = m.scaled[coins.to] - (wanted - 1) * FEE_UNIT / (FEE_UNIT - fee) - 1 - m.withheld;
            x = _solve(m, coins.to, coins.from, y);
            uint256 next = _feeOf(m, coins, x, y);
            if (next == fee || (i >= EXACT_ROUNDS && next < fee)) break;
            fee = next;
        }
    }

    function _isEnough(Market memory m, Curve.Coins memory coins, uint256 amountIn, uint256 wanted)
        private
        pure
        returns (bool)
    {
        uint256 x = m.scaled[coins.from] + amountIn * m.rates[coins.from] / ONE;
        uint256 y = _solve(m, coins.from, coins.to, x);
        uint256 left = y + m.withheld;
        uint256 held = m.scaled[coins.to];
        if (left >= held) return false;
        unchecked {
            held -= left;
            return held - held * _feeOf(m, coins, x, y) / FEE_UNIT >= wanted;
        }
    }

    /// @dev Fee of a trade that ends at these balances; a dynamic fee grows as they diverge.
    function _feeOf(Market memory m, Curve.Coins memory coins, uint256 x, uint256 y) private pure returns (uint256) {
        unchecked {
            if (m.feeMultiplier <= FEE_UNIT) return m.fee;
            (x, y) = ((m.scaled[coins.from] + x) / 2, (m.scaled[coins.to] + y) / 2);
            uint256 evenness = (m.feeMultiplier - FEE_UNIT) * 4 * x * y / (x + y) ** 2;
            return m.feeMultiplier * m.fee / (evenness + FEE_UNIT);
        }
    }

    function _read(address pool, Curve.Coins memory coins, bool isNg) private view returns (Market memory m) {
        m.fee = Query.ask(pool, IStableSwap.fee.selector, 0);
        bytes4 balances = IStableSwap.balances.selector;
        if (isNg) {
            m.rates = Query.list(pool, IStableSwapNg.stored_rates.selector);
            m.scaled = Query.list(pool, IStableSwapNg.get_balances.selector);
            m.feeMultiplier = Query.ask(pool, IStableSwapNg.offpeg_fee_multiplier.selector, 0);
        } else {
            m.rates = coins.scales;
            m.scaled = new uint256[](m.rates.length);
            if (coins.code == FIRST_POOLS) balances = IFirstStableSwap.balances.selector;
        }
        if (coins.code != FIRST_POOLS) m.withheld = 1;
        uint256 count = m.rates.length;
        for (uint256 k; k < count; ++k) {
            if (!isNg) {
                m.rates[k] *= ONE;
                m.scaled[k] = Query.ask(pool, balances, k);
            }
            m.scaled[k] = m.scaled[k] * m.rates[k] / ONE;
            m.sum += m.scaled[k];
        }
        (m.each, m.all) = coins.code == TWO_COINS ? (uint256(1), count ** count) : (count, uint256(1));
        m.ann = count
            * (coins.code > THREE_POOL
                ? Query.ask(pool, IStableSwap.A_precise.selector, 0)
                : Query.ask(pool, IStableSwap.A.selector, 0) * PRECISION);
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
            product = product * whole / (m.scaled[k] * m.each + 1 - m.withheld);
        }
        product /= m.all;
        return (m.ann * m.sum / PRECISION + product * count) * whole
            / ((m.ann - PRECISION) * whole / PRECISION + (count + 1) * product);
    }

    /// @dev Scaled balance of `to` for a balance `x` of `from`, by Newton's method from above as in
    /// the pools.
    function _solve(Market memory m, uint256 from, uint256 to, uint256 x) private pure returns (uint256 y) {
        uint256 whole = m.invariant;
        (uint256 count, uint256 c, uint256 b) = (m.scaled.length, whole, whole * PRECISION / m.ann);
        for (uint256 k; k < count; ++k) {
            if (k == to) continue;
            uint256 held = k == from ? x : m.scaled[k];
            b += held;
            c = c * whole / (held * count);
        }
        c = c * whole * PRECISION / (m.ann * count);
        y = whole;
        // The square of the previous, larger value did not overflow.
        unchecked {
            for (uint256 i; i < MAX_ROUNDS; ++i) {
                uint256 before = y;
                y = (y * y + c) / (2 * y + b - whole);
                if (_isNear(y, before)) break;
            }
        }
    }

    function _isNear(uint256 a, uint256 b) private pure returns (bool) {
        return a > b ? a - b <= 1 : b - a <= 1;
    }
}
