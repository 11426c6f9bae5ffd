// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BalancerV3} from "./BalancerV3.sol";
import {IPoolManager, IWETH} from "./External.sol";
import {IExecutor} from "./ISettlement.sol";
import {BALANCER_V3} from "./Kinds.sol";
import {Pools} from "./Pools.sol";
import {Tokens} from "./Tokens.sol";

/// @title Swaps in the pools of a trusted Uniswap V4 manager, or of a Balancer V3 vault, which
/// works alike.
/// @dev Pools may be hostile: anyone creates them, and their hooks or code run within each swap.
/// They can reach what a hostile token can reach. The route chooses the pools. The manager records
/// what the executor owes and is owed, and reverts unless both are settled when the unlock ends.
library Manager {
    /// Address of the native coin in V4 pools.
    address private constant NATIVE = address(0);

    /// @param hooks hooks of a V4 pool, or 0; the pool of a Balancer V3 vault
    /// @param amount sold if negative, bought if positive
    struct Order {
        uint8 kind;
        address manager;
        address tokenIn;
        address tokenOut;
        address currencyIn;
        address currencyOut;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
        int256 amount;
        address payee;
    }

    function order(address manager, IWETH weth, IExecutor.Step calldata step, int256 amount, address payee)
        internal
        pure
        returns (Order memory o)
    {
        (o.kind, o.manager, o.amount, o.payee) = (step.kind, manager, amount, payee);
        (o.tokenIn, o.tokenOut) = (step.tokenIn, step.tokenOut);
        (o.currencyIn, o.currencyOut) = (step.tokenIn, step.tokenOut);
        if (step.kind == BALANCER_V3) {
            o.hooks = abi.decode(step.data, (address));
            return o;
        }
        bool isNative;
        (o.fee, o.tickSpacing, isNative, o.hooks) = abi.decode(step.data, (uint24, int24, bool, address));
        address wrapped = isNative ? address(weth) : NATIVE;
        if (step.tokenIn == wrapped) o.currencyIn = NATIVE;
        if (step.tokenOut == wrapped) o.currencyOut = NATIVE;
    }

    /// @notice Unlocks the manager, which calls back with `data`.
    function unlock(Order memory o, bytes memory data) internal {
        _setUnlocked(o.manager, true);
        // A Balancer V3 vault calls the function encoded in the data.
        if (o.kind == BALANCER_V3) data = abi.encodeWithSignature("unlockCallback(bytes)", data);
        IPoolManager(o.manager).unlock(data);
        _setUnlocked(o.manager, false);
    }

    /// @notice Returns whether the executor has unlocked a manager, which may therefore call back.
    function isUnlocked(address manager) internal view returns (bool unlocked) {
        bytes32 slot = _slot(manager);
        assembly ("memory-safe") {
            unlocked := tload(slot)
        }
    }

    /// @notice Swaps and sends the output to its payee.
    /// @return owed amount of tokenIn that the executor owes
    function take(Order memory o) internal returns (uint256 owed) {
        if (o.kind == BALANCER_V3) return BalancerV3.take(o);
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

    /// @dev Nothing may run between `sync`, which records the manager's balance, and the payment. A
    /// token that makes calls while it moves can only fail its own trade.
    function pay(Order memory o, uint256 owed) internal {
        if (o.kind == BALANCER_V3) return BalancerV3.pay(o, owed);
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
            IPoolManager.PoolKey(currency0, currency1, o.fee, o.tickSpacing, o.hooks),
            IPoolManager.SwapParams(forward, o.amount, forward ? Pools.MIN_SQRT_PRICE : Pools.MAX_SQRT_PRICE),
            ""
        );
        (int128 deltaIn, int128 deltaOut) = (int128(delta >> 128), int128(delta));
        if (!forward) (deltaIn, deltaOut) = (deltaOut, deltaIn);
        return (uint128(-deltaIn), uint128(deltaOut));
    }

    function _setUnlocked(address manager, bool unlocked) private {
        bytes32 slot = _slot(manager);
        assembly ("memory-safe") {
            tstore(slot, unlocked)
        }
    }

    /// @dev Lies above all addresses, which are the slots of `Needs`. Avoids assembly, which may
    /// see dirty upper bits.
    function _slot(address manager) private pure returns (bytes32) {
        return ~bytes32(uint256(uint160(manager)));
    }
}
