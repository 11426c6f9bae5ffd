// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "../src/External.sol";

interface IV3MintPool {
    function mint(address recipient, int24 lower, int24 upper, uint128 amount, bytes calldata data) external;
    function token0() external view returns (address);
    function token1() external view returns (address);
}

interface IAlgebraMintPool {
    function mint(
        address leftoversTo,
        address recipient,
        int24 lower,
        int24 upper,
        uint128 amount,
        bytes calldata data
    ) external;
}

/// Fills V3 pools, PancakeSwap pools and Algebra pools from its own balance.
contract Liquidity {
    function mintAlgebra(IAlgebraMintPool pool, int24 lower, int24 upper, uint128 amount) external {
        pool.mint(address(this), address(this), lower, upper, amount, "");
    }

    function mint(IV3MintPool pool, int24 lower, int24 upper, uint128 amount) external {
        pool.mint(address(this), lower, upper, amount, "");
    }

    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        _pay(amount0, amount1);
    }

    function pancakeV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        _pay(amount0, amount1);
    }

    function algebraMintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        _pay(amount0, amount1);
    }

    function _pay(uint256 amount0, uint256 amount1) private {
        IV3MintPool pool = IV3MintPool(msg.sender);
        if (amount0 != 0) IERC20(pool.token0()).transfer(msg.sender, amount0);
        if (amount1 != 0) IERC20(pool.token1()).transfer(msg.sender, amount1);
    }
}
