// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Desk} from "./Desk.sol";

interface IStableswap {
    function coins(int128 index) external view returns (address);
    function add_liquidity(uint256[4] calldata amounts, uint256 least) external;
    function exchange(int128 from, int128 to, uint256 amount, uint256 least) external;
}

/// @title Fills Curve's pools and trades in them.
contract StableswapDesk is Desk {
    constructor(address weth_, address marketMaker_) Desk(weth_, marketMaker_) {}

    /// @notice Gives an empty pool its first coins, in the pool's order.
    function fill(address pool, address[4] calldata coins, uint256[4] calldata amounts) external onlyOperator {
        for (uint256 i = 0; i < coins.length; i++) {
            _allow(coins[i], pool, amounts[i]);
        }
        IStableswap(pool).add_liquidity(amounts, 0);
    }

    /// @notice Sells an exact amount.
    function sell(address pool, int128 from, int128 to, uint256 amount) external onlyOperator {
        _allow(IStableswap(pool).coins(from), pool, amount);
        IStableswap(pool).exchange(from, to, amount, 0);
    }
}
