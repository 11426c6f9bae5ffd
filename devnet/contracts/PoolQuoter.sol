// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface ISwapPool {
    function swap(address to, bool zeroForOne, int256 amount, uint160 sqrtPriceLimitX96, bytes calldata data)
        external
        returns (int256, int256);
}

/// @title Quotes a swap in a pool of Uniswap V3 or of any fork, and leaves the pool unchanged.
contract PoolQuoter {
    /// @param amount sold if positive, bought if negative
    /// @param state selector of the view whose first word is the pool's price
    function quote(address pool, bool zeroForOne, int256 amount, bytes4 state)
        external
        returns (int256 amount0, int256 amount1, uint256 sqrtPriceAfter)
    {
        uint160 limit = zeroForOne ? 4295128740 : 1461446703485210103287273052203988822378723970341;
        try ISwapPool(pool).swap(address(this), zeroForOne, amount, limit, abi.encode(state)) {
            revert();
        } catch (bytes memory answer) {
            if (answer.length != 96) revert();
            return abi.decode(answer, (int256, int256, uint256));
        }
    }

    /// @dev Handles the callback of any fork: all pass the two amounts and the order's data.
    fallback(bytes calldata input) external returns (bytes memory) {
        (int256 amount0, int256 amount1, bytes memory data) = abi.decode(input[4:], (int256, int256, bytes));
        (, bytes memory state) = msg.sender.staticcall(abi.encodePacked(abi.decode(data, (bytes4))));
        bytes memory answer = abi.encode(amount0, amount1, abi.decode(state, (uint256)));
        assembly ("memory-safe") {
            revert(add(answer, 32), mload(answer))
        }
    }
}
