// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Desk} from "./Desk.sol";

interface IPoolManager {
    struct PoolKey {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    struct Range {
        int24 lower;
        int24 upper;
        int256 liquidity;
        bytes32 salt;
    }

    struct SwapParams {
        bool zeroForOne;
        int256 amount;
        uint160 sqrtPriceLimitX96;
    }

    function initialize(PoolKey calldata key, uint160 sqrtPriceX96) external returns (int24);
    function unlock(bytes calldata data) external returns (bytes memory);
    function modifyLiquidity(PoolKey calldata key, Range calldata range, bytes calldata hookData)
        external
        returns (int256 delta, int256 fees);
    function swap(PoolKey calldata key, SwapParams calldata params, bytes calldata hookData)
        external
        returns (int256 delta);
    function take(address currency, address to, uint256 amount) external;
    function sync(address currency) external;
    function settle() external payable returns (uint256);
    function extsload(bytes32 slot) external view returns (bytes32);
}

/// @title Fills the pools of a Uniswap V4 manager and trades in them.
contract ManagerDesk is Desk {
    struct Order {
        IPoolManager.PoolKey key;
        IPoolManager.Range[] ranges;
        IPoolManager.SwapParams[] swaps;
    }

    /// @dev Storage slot of the manager's pools; the price is in the first slot of each.
    uint256 private constant POOLS_SLOT = 6;

    IPoolManager private immutable manager;

    error NotManager();

    constructor(address weth_, address marketMaker_, IPoolManager manager_) Desk(weth_, marketMaker_) {
        manager = manager_;
    }

    /// @notice Creates a pool at a price and fills its ranges; the native coin is the zero address.
    function addPool(IPoolManager.PoolKey calldata key, uint160 sqrtPriceX96, IPoolManager.Range[] calldata ranges)
        external
        onlyOperator
    {
        manager.initialize(key, sqrtPriceX96);
        manager.unlock(abi.encode(Order(key, ranges, new IPoolManager.SwapParams[](0))));
    }

    /// @notice Sells up to an amount into a pool until its price reaches the limit; does nothing if
    /// it is already there.
    function sell(IPoolManager.PoolKey calldata key, bool zeroForOne, uint256 amount, uint160 sqrtPriceLimitX96)
        external
        onlyOperator
    {
        uint160 sqrtPriceX96 = _priceOf(key);
        if (zeroForOne ? sqrtPriceX96 <= sqrtPriceLimitX96 : sqrtPriceX96 >= sqrtPriceLimitX96) return;
        IPoolManager.SwapParams[] memory swaps = new IPoolManager.SwapParams[](1);
        swaps[0] = IPoolManager.SwapParams(zeroForOne, -int256(amount), sqrtPriceLimitX96);
        manager.unlock(abi.encode(Order(key, new IPoolManager.Range[](0), swaps)));
    }

    /// @dev The manager calls back only the caller of `unlock`, which this contract calls for
    /// operators only.
    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        if (msg.sender != address(manager)) revert NotManager();
        Order memory order = abi.decode(data, (Order));
        for (uint256 i = 0; i < order.ranges.length; i++) {
            (int256 delta,) = manager.modifyLiquidity(order.key, order.ranges[i], "");
            _settle(order.key, delta);
        }
        for (uint256 i = 0; i < order.swaps.length; i++) {
            _settle(order.key, manager.swap(order.key, order.swaps[i], ""));
        }
        return "";
    }

    function _priceOf(IPoolManager.PoolKey calldata key) private view returns (uint160) {
        bytes32 slot = keccak256(abi.encode(keccak256(abi.encode(key)), POOLS_SLOT));
        return uint160(uint256(manager.extsload(slot)));
    }

    /// @param delta of the first currency in the upper half, of the second in the lower; negative
    /// is owed
    function _settle(IPoolManager.PoolKey memory key, int256 delta) private {
        _settleOne(key.currency0, int128(delta >> 128));
        _settleOne(key.currency1, int128(delta));
    }

    function _settleOne(address currency, int128 delta) private {
        if (delta > 0) manager.take(currency, address(this), uint128(delta));
        if (delta >= 0) return;
        uint256 owed = uint128(-delta);
        manager.sync(currency);
        if (currency != address(0)) _pay(currency, address(manager), owed);
        manager.settle{value: currency == address(0) ? owed : 0}();
    }
}
