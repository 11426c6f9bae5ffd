// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IV2Pair, IV3Pool} from "./External.sol";

/// @title What selling to and buying from V2 pairs and V3 pools have in common.
/// @dev `forward`: token0 is sold for token1.
library Pools {
    uint160 private constant MIN_SQRT_PRICE = 4295128740;
    uint160 private constant MAX_SQRT_PRICE = 1461446703485210103287273052203988822378723970341;

    function reserves(address pair, bool forward) internal view returns (uint256 reserveIn, uint256 reserveOut) {
        (reserveIn, reserveOut,) = IV2Pair(pair).getReserves();
        if (!forward) (reserveIn, reserveOut) = (reserveOut, reserveIn);
    }

    function take(address pair, bool forward, uint256 amountOut, address payee) internal {
        IV2Pair(pair).swap(forward ? 0 : amountOut, forward ? amountOut : 0, payee, "");
    }

    /// @param amount to sell, or less than zero: to buy
    /// @param data for the callback, which tells from it who may ask to be paid
    function swap(address pool, bool forward, int256 amount, address payee, bytes memory data) internal {
        IV3Pool(pool).swap(payee, forward, amount, forward ? MIN_SQRT_PRICE : MAX_SQRT_PRICE, data);
    }
}
