// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Curve} from "./Curve.sol";
import {ICryptoSwap} from "./External.sol";

/// @title Prices purchases in Curve's CryptoSwap pools of two or three coins.
/// @dev Uses the pool's views, because the executor has no room for the curve's code. The pool
/// forwards the call to its factory's `views_implementation()`, which Curve's admin may replace
/// with a contract that returns a price that is too high, or none. A purchase then costs the trader
/// at most the stated input and brings the requested output, or reverts.
library CryptoSwap {
    /// @dev First step up from the input that the pool returns, as a fraction of it.
    uint256 private constant FINENESS = 1 << 32;

    /// @notice Returns an input that buys at least `amountOut`. It exceeds the minimum by less than
    /// a millionth if the pool's fee is at most 10 %; with a larger fee it may exceed it by far
    /// more.
    /// @dev Calls `get_dx` for one unit less than is needed, because its result buys one unit more
    /// than requested. With a large fee the result may be too small. The input then grows until
    /// `get_dy` returns enough: each time by the missing fraction, less the last unit, and by a
    /// step that doubles. If no input is enough, the pool's limits or an overflow end the loop.
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
