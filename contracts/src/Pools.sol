// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IV2Pair, IV3Pool} from "./External.sol";
import {ISettlement} from "./ISettlement.sol";

/// @title Swaps in V2 pairs and V3 pools.
/// @dev `forward`: token0 is sold for token1.
library Pools {
    uint160 internal constant MIN_SQRT_PRICE = 4295128740;
    uint160 internal constant MAX_SQRT_PRICE = 1461446703485210103287273052203988822378723970341;

    function reserves(address pair, bool forward) internal view returns (uint256 reserveIn, uint256 reserveOut) {
        (reserveIn, reserveOut,) = IV2Pair(pair).getReserves();
        if (!forward) (reserveIn, reserveOut) = (reserveOut, reserveIn);
    }

    function take(address pair, bool forward, uint256 amountOut, address payee) internal {
        IV2Pair(pair).swap(forward ? 0 : amountOut, forward ? amountOut : 0, payee, "");
    }

    /// @notice Sells to a V3 pool.
    /// @param data for the callback, which derives from it the pool that may request the payment
    function sell(address pool, bool forward, uint256 amount, address payee, bytes memory data) internal {
        _swap(pool, forward, signed(amount), payee, data);
    }

    /// @notice Buys from a V3 pool; see `sell`.
    function buy(address pool, bool forward, uint256 amount, address payee, bytes memory data) internal {
        _swap(pool, forward, -signed(amount), payee, data);
    }

    /// @dev A pool reads the direction from the sign: a larger amount would turn a purchase into a
    /// sale, or the reverse.
    function signed(uint256 amount) internal pure returns (int256) {
        if (amount > uint256(type(int256).max)) revert ISettlement.InvalidAmount();
        return int256(amount);
    }

    function _swap(address pool, bool forward, int256 amount, address payee, bytes memory data) private {
        IV3Pool(pool).swap(payee, forward, amount, forward ? MIN_SQRT_PRICE : MAX_SQRT_PRICE, data);
    }
}
