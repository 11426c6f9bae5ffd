// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Curve} from "./Curve.sol";
import {ICryptoSwap} from "./External.sol";

/// @title Prices of purchases in pools of Curve's CryptoSwap, of two coins or three.
/// @dev A pool's own views are asked: its curve takes more code than the executor has room for.
library CryptoSwap {
    /// @dev The first step up from what a pool names, as a share of it.
    uint256 private constant FINENESS = 1 << 32;

    /// @notice An input that brings at least `amountOut`, and at most some ten-millionths more than the least that does.
    /// @dev A pool's `get_dx` names what brings one unit more than it is asked for, or somewhat less than that where its fee is
    ///      large. From there by steps that double, each with as much as the share that is missing, but for the last unit.
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
