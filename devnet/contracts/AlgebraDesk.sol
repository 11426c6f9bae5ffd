// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Desk} from "./Desk.sol";

interface IAlgebraFactory {
    function createPool(address tokenA, address tokenB, bytes calldata data) external returns (address);
}

interface IAlgebraPool {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function globalState() external view returns (uint160, int24, uint16, uint8, uint16, bool);
    function initialize(uint160 sqrtPriceX96) external;
    function mint(
        address leftoversTo,
        address to,
        int24 lower,
        int24 upper,
        uint128 liquidity,
        bytes calldata data
    ) external returns (uint256, uint256, uint128);
    function swap(address to, bool zeroForOne, int256 amount, uint160 sqrtPriceLimitX96, bytes calldata data)
        external
        returns (int256, int256);
}

/// @title Fills Algebra pools and trades in them.
contract AlgebraDesk is Desk {
    struct Range {
        int24 lower;
        int24 upper;
        uint128 liquidity;
    }

    IAlgebraFactory private immutable factory;
    /// @dev The only pool whose callback is paid, during the call to it.
    address private paying;

    error NotPaying();

    constructor(address weth_, address marketMaker_, address factory_) Desk(weth_, marketMaker_) {
        factory = IAlgebraFactory(factory_);
    }

    /// @notice Creates a pool at a price and fills its ranges.
    function addPool(address tokenA, address tokenB, uint160 sqrtPriceX96, Range[] calldata ranges)
        external
        onlyOperator
    {
        IAlgebraPool pool = IAlgebraPool(factory.createPool(tokenA, tokenB, ""));
        pool.initialize(sqrtPriceX96);
        paying = address(pool);
        for (uint256 i = 0; i < ranges.length; i++) {
            Range calldata range = ranges[i];
            pool.mint(address(this), address(this), range.lower, range.upper, range.liquidity, "");
        }
        paying = address(0);
    }

    /// @notice Sells up to an amount until the price reaches the limit; does nothing if it is
    /// already there.
    function sell(address pool, bool zeroForOne, uint256 amount, uint160 sqrtPriceLimitX96)
        external
        onlyOperator
    {
        (uint160 sqrtPriceX96,,,,,) = IAlgebraPool(pool).globalState();
        if (zeroForOne ? sqrtPriceX96 <= sqrtPriceLimitX96 : sqrtPriceX96 >= sqrtPriceLimitX96) return;
        paying = pool;
        IAlgebraPool(pool).swap(address(this), zeroForOne, int256(amount), sqrtPriceLimitX96, "");
        paying = address(0);
    }

    function algebraMintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        _payPool(amount0, amount1);
    }

    function algebraSwapCallback(int256 delta0, int256 delta1, bytes calldata) external {
        _payPool(delta0 > 0 ? uint256(delta0) : 0, delta1 > 0 ? uint256(delta1) : 0);
    }

    function _payPool(uint256 amount0, uint256 amount1) private {
        if (msg.sender != paying) revert NotPaying();
        if (amount0 > 0) _pay(IAlgebraPool(msg.sender).token0(), msg.sender, amount0);
        if (amount1 > 0) _pay(IAlgebraPool(msg.sender).token1(), msg.sender, amount1);
    }
}
