// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IPoolManager, IWETH} from "./External.sol";
import {IExecutor} from "./ISettlement.sol";
import {Pools} from "./Pools.sol";
import {Tokens} from "./Tokens.sol";

/// @title Swaps in the pools of a trusted Uniswap V4 manager.
/// @dev Anyone makes pools there, with hooks of their own that run within each swap: an order cannot name hooks, so that no
///      pool that has any is ever found. The manager keeps an account of what we owe it and it owes us, and fails unless
///      that is settled when its unlock ends.
library Manager {
    /// Behind all addresses, which are the slots of `Needs`.
    bytes32 private constant UNLOCKED = keccak256("sluice.manager.unlocked");
    /// What its pools call the native coin.
    address private constant NATIVE = address(0);

    /// @param amount sold when negative, bought when positive
    struct Order {
        address manager;
        address tokenIn;
        address tokenOut;
        address currencyIn;
        address currencyOut;
        uint24 fee;
        int24 tickSpacing;
        int256 amount;
        address payee;
    }

    function order(address manager, IWETH weth, IExecutor.Step calldata step, int256 amount, address payee)
        internal
        pure
        returns (Order memory)
    {
        (uint24 fee, int24 tickSpacing, bool isNative) = abi.decode(step.data, (uint24, int24, bool));
        address wrapped = isNative ? address(weth) : NATIVE;
        return Order({
            manager: manager,
            tokenIn: step.tokenIn,
            tokenOut: step.tokenOut,
            currencyIn: step.tokenIn == wrapped ? NATIVE : step.tokenIn,
            currencyOut: step.tokenOut == wrapped ? NATIVE : step.tokenOut,
            fee: fee,
            tickSpacing: tickSpacing,
            amount: amount,
            payee: payee
        });
    }

    /// @notice Has the manager call back with `data`.
    function unlock(address manager, bytes memory data) internal {
        _setUnlocked(manager);
        IPoolManager(manager).unlock(data);
        _setUnlocked(address(0));
    }

    /// @return manager that is unlocked for us, and therefore may call back; 0 for none
    function unlocked() internal view returns (address manager) {
        bytes32 slot = UNLOCKED;
        assembly ("memory-safe") {
            manager := tload(slot)
        }
    }

    /// @notice Swaps, and hands out what that brings.
    /// @return owed of tokenIn
    function take(Order memory o) internal returns (uint256 owed) {
        uint256 bought;
        (owed, bought) = _swap(o);
        if (bought == 0) return owed;
        if (o.currencyOut != NATIVE) {
            IPoolManager(o.manager).take(o.currencyOut, o.payee, bought);
            return owed;
        }
        IPoolManager(o.manager).take(NATIVE, address(this), bought);
        IWETH(o.tokenOut).deposit{value: bought}();
        if (o.payee != address(this)) Tokens.pay(o.tokenOut, o.payee, bought);
    }

    /// @dev Nothing may come between the reading of the manager's balance, by `sync`, and the payment: a token that calls
    ///      others as it moves can only spoil its own trade.
    function pay(Order memory o, uint256 owed) internal {
        bool isNative = o.currencyIn == NATIVE;
        if (isNative) IWETH(o.tokenIn).withdraw(owed);
        IPoolManager(o.manager).sync(o.currencyIn);
        if (!isNative) Tokens.pay(o.tokenIn, o.manager, owed);
        IPoolManager(o.manager).settle{value: isNative ? owed : 0}();
    }

    function _swap(Order memory o) private returns (uint256 owed, uint256 bought) {
        bool forward = o.currencyIn < o.currencyOut;
        (address currency0, address currency1) =
            forward ? (o.currencyIn, o.currencyOut) : (o.currencyOut, o.currencyIn);
        int256 delta = IPoolManager(o.manager).swap(
            IPoolManager.PoolKey(currency0, currency1, o.fee, o.tickSpacing, address(0)),
            IPoolManager.SwapParams(forward, o.amount, forward ? Pools.MIN_SQRT_PRICE : Pools.MAX_SQRT_PRICE),
            ""
        );
        (int128 deltaIn, int128 deltaOut) = (int128(delta >> 128), int128(delta));
        if (!forward) (deltaIn, deltaOut) = (deltaOut, deltaIn);
        return (uint128(-deltaIn), uint128(deltaOut));
    }

    function _setUnlocked(address manager) private {
        bytes32 slot = UNLOCKED;
        assembly ("memory-safe") {
            tstore(slot, manager)
        }
    }
}
