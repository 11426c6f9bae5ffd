// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Desk, IToken} from "./Desk.sol";

interface IPairFactory {
    function createPair(address tokenA, address tokenB) external returns (address);
}

interface IPair {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function getReserves() external view returns (uint112, uint112, uint32);
    function mint(address to) external returns (uint256);
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;
}

interface IPoolFactory {
    function createPool(address tokenA, address tokenB, uint24 fee) external returns (address);
}

interface IPool {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint32, bool);
    function initialize(uint160 sqrtPriceX96) external;
    function mint(address to, int24 lower, int24 upper, uint128 liquidity, bytes calldata data)
        external
        returns (uint256, uint256);
    function swap(address to, bool zeroForOne, int256 amount, uint160 sqrtPriceLimitX96, bytes calldata data)
        external
        returns (int256, int256);
}

/// @title Fills the pools of the local chains and trades in them.
contract LiquidityDesk is Desk {
    struct Range {
        int24 lower;
        int24 upper;
        uint128 liquidity;
    }

    /// @dev The only pool whose callback is paid, during the call to it.
    address private paying;

    error NotPaying();

    constructor(address weth_, address marketMaker_) Desk(weth_, marketMaker_) {}

    /// @notice Gives every holder the same amount of a token.
    function fund(address token, address[] calldata holders, uint256 amount) external onlyOperator {
        for (uint256 i = 0; i < holders.length; i++) {
            if (token == weth) _pay(token, holders[i], amount);
            else IToken(token).mint(holders[i], amount);
        }
    }

    /// @notice Creates a constant-product pair with these reserves.
    function addPair(address factory, address tokenA, uint256 amountA, address tokenB, uint256 amountB)
        external
        onlyOperator
    {
        address pair = IPairFactory(factory).createPair(tokenA, tokenB);
        _pay(tokenA, pair, amountA);
        _pay(tokenB, pair, amountB);
        IPair(pair).mint(address(this));
    }

    /// @notice Creates a concentrated-liquidity pool at a price and fills its ranges.
    function addPool(
        address factory,
        address tokenA,
        address tokenB,
        uint24 fee,
        uint160 sqrtPriceX96,
        Range[] calldata ranges
    ) external onlyOperator {
        address pool = IPoolFactory(factory).createPool(tokenA, tokenB, fee);
        IPool(pool).initialize(sqrtPriceX96);
        paying = pool;
        for (uint256 i = 0; i < ranges.length; i++) {
            IPool(pool).mint(address(this), ranges[i].lower, ranges[i].upper, ranges[i].liquidity, "");
        }
        paying = address(0);
    }

    /// @notice Sells an exact amount into a pair whose fee is `feeBps`.
    function sellToPair(address pair, bool zeroForOne, uint256 amount, uint256 feeBps) external onlyOperator {
        (uint256 reserveIn, uint256 reserveOut,) = IPair(pair).getReserves();
        if (!zeroForOne) (reserveIn, reserveOut) = (reserveOut, reserveIn);
        address tokenIn = zeroForOne ? IPair(pair).token0() : IPair(pair).token1();
        _pay(tokenIn, pair, amount);
        // Measures what arrived, because some tokens take a fee on transfer.
        uint256 kept = (IToken(tokenIn).balanceOf(pair) - reserveIn) * (10_000 - feeBps);
        uint256 bought = (kept * reserveOut) / (reserveIn * 10_000 + kept);
        IPair(pair).swap(zeroForOne ? 0 : bought, zeroForOne ? bought : 0, address(this), "");
    }

    /// @notice Sells up to an amount into a pool until its price reaches the limit; does nothing if
    /// it is already there.
    function sellToPool(address pool, bool zeroForOne, uint256 amount, uint160 sqrtPriceLimitX96)
        external
        onlyOperator
    {
        (uint160 sqrtPriceX96,,,,,,) = IPool(pool).slot0();
        if (zeroForOne ? sqrtPriceX96 <= sqrtPriceLimitX96 : sqrtPriceX96 >= sqrtPriceLimitX96) return;
        paying = pool;
        IPool(pool).swap(address(this), zeroForOne, int256(amount), sqrtPriceLimitX96, "");
        paying = address(0);
    }

    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        _payPool(amount0, amount1);
    }

    function pancakeV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        _payPool(amount0, amount1);
    }

    function uniswapV3SwapCallback(int256 delta0, int256 delta1, bytes calldata) external {
        _payPool(_owed(delta0), _owed(delta1));
    }

    function pancakeV3SwapCallback(int256 delta0, int256 delta1, bytes calldata) external {
        _payPool(_owed(delta0), _owed(delta1));
    }

    function _payPool(uint256 amount0, uint256 amount1) private {
        if (msg.sender != paying) revert NotPaying();
        if (amount0 > 0) _pay(IPool(msg.sender).token0(), msg.sender, amount0);
        if (amount1 > 0) _pay(IPool(msg.sender).token1(), msg.sender, amount1);
    }

    function _owed(int256 delta) private pure returns (uint256) {
        return delta > 0 ? uint256(delta) : 0;
    }
}
