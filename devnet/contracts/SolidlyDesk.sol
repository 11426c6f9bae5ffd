// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Desk} from "./Desk.sol";

interface ISolidlyFactory {
    function createPair(address tokenA, address tokenB, bool stable) external returns (address);
}

interface ISolidlyPair {
    function tokens() external view returns (address, address);
    function getAmountOut(uint256 amountIn, address tokenIn) external view returns (uint256);
    function mint(address to) external returns (uint256);
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;
}

/// @title Fills Solidly pairs and trades in them.
contract SolidlyDesk is Desk {
    ISolidlyFactory private immutable factory;

    constructor(address weth_, address marketMaker_, address factory_) Desk(weth_, marketMaker_) {
        factory = ISolidlyFactory(factory_);
    }

    /// @notice Creates a pair with these reserves.
    function addPair(bool stable, address tokenA, uint256 amountA, address tokenB, uint256 amountB)
        external
        onlyOperator
    {
        address pair = factory.createPair(tokenA, tokenB, stable);
        _pay(tokenA, pair, amountA);
        _pay(tokenB, pair, amountB);
        ISolidlyPair(pair).mint(address(this));
    }

    /// @notice Sells an exact amount for one unit less than the pair's quote, which may be a unit
    /// too high.
    function sell(address pair, bool zeroForOne, uint256 amount) external onlyOperator {
        (address token0, address token1) = ISolidlyPair(pair).tokens();
        address tokenIn = zeroForOne ? token0 : token1;
        uint256 bought = ISolidlyPair(pair).getAmountOut(amount, tokenIn) - 1;
        _pay(tokenIn, pair, amount);
        ISolidlyPair(pair).swap(zeroForOne ? 0 : bought, zeroForOne ? bought : 0, address(this), "");
    }
}
