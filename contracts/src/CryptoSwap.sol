// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Curve} from "./Curve.sol";
import {ICryptoSwap} from "./External.sol";

/// @title Prices of purchases in pools of Curve's CryptoSwap, of two coins or three.
/// @dev A pool's own views are asked: its curve takes more code than the executor has room for. The pool passes the question on to
///      its factory's `views_implementation()`, which Curve's admin may replace: such a contract can name a price that is too high,
///      or none. A purchase by it costs the trader at most the input that they gave, and brings what they asked for, or reverts.
library CryptoSwap {
    /// @dev The first step up from what a pool names, as a share of it.
    uint256 private constant FINENESS = 1 << 32;

    /// @notice An input that brings at least `amountOut`: the least that does, and some ten-millionths of it more at most while the
    ///         pool's fee is no more than 10 %. With a larger fee it may be far more.
    /// @dev `get_dx` of the pool is asked for one unit less than is wanted, because what it names brings one unit more than it was
    ///      asked for. Where the fee is large that may bring somewhat less. The input then grows until `get_dy` says that it is
    ///      enough: each time by the share that is missing, less the last unit, and by a step that doubles.
    ///      Where no input is enough, steps end by what a pool takes at most, or by overflow.
    function price(address pool, Curve.Coins memory coins, uint256 amountOut) internal view returns (uint256 amountIn) {
        (uint256 from, uint256 to) = (coins.from, coins.to);
        amountIn = ICryptoSwap(pool).get_dx(from, to, amountOut > 1 ? amountOut - 1 : 1);
        uint256 step = amountIn / FINENESS + 1;
        if (amountIn == 0) amountIn = 1;
        for (;;) {
            uint256 bought = ICryptoSwap(pool).get_dy(from, to, amountIn);
            if (bought >= amountOut) return amountIn;
            amountIn += amountIn * (amountOut - bought - 1) / amountOut + step;
            step *= 2;
        }
    }
}
