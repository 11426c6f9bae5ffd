// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "./External.sol";
import {IExecutor} from "./ISettlement.sol";

/// @title Moves tokens and the native coin; accepts tokens that return nothing.
library Tokens {
    address internal constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    /// Enough for a smart wallet's receive function, too little to make a trade expensive.
    uint256 private constant OFFER_NATIVE_GAS = 50_000;
    uint256 private constant OFFER_TOKEN_GAS = 200_000;

    error ApprovalFailed(address token);
    error TransferFailed(address token);
    /// @dev Raised for payments by the trader only. An executor that runs short of the input has
    /// met a price above the trader's maximum, which is another error.
    error TransferFromFailed(address token);

    function balanceOf(address token, address account) internal view returns (uint256) {
        return token == NATIVE ? account.balance : IERC20(token).balanceOf(account);
    }

    /// @notice Pays or reverts.
    function pay(address token, address to, uint256 amount) internal {
        if (!tryPay(token, to, amount)) revert TransferFailed(token);
    }

    function tryPay(address token, address to, uint256 amount) internal returns (bool) {
        return token == NATIVE
            ? _callNative(gasleft(), to, amount)
            : _callToken(gasleft(), token, abi.encodeCall(IERC20.transfer, (to, amount)));
    }

    /// @notice Pays if the receiver accepts, with bounded gas and without reading the return value.
    /// @dev A caller who starves this call of gas keeps a 64th of it, too little for the payment
    /// that follows. A token that burns the gas of the treasury's payment costs its own trader this
    /// gas, and the treasury its share of that token.
    function offer(address token, address to, uint256 amount) internal returns (bool) {
        return token == NATIVE
            ? _callNative(OFFER_NATIVE_GAS, to, amount)
            : _callToken(OFFER_TOKEN_GAS, token, abi.encodeCall(IERC20.transfer, (to, amount)));
    }

    /// @notice Calls a trusted contract with an allowance of `amount` that ends with the call.
    /// Ignores the return value.
    /// @dev The called contract's own error is forwarded if the payment fails.
    function spend(address token, address spender, uint256 amount, bytes memory data) internal {
        approve(token, spender, amount);
        (bool done, bytes memory reason) = spender.call(data);
        if (!done) {
            if (balanceOf(token, address(this)) < amount) revert TransferFailed(token);
            assembly ("memory-safe") {
                revert(add(reason, 32), mload(reason))
            }
        }
        disapprove(token, spender);
    }

    /// @notice Like `spend`, for a contract that pays its caller.
    /// @return bought amount that arrived at the executor
    function exchange(IExecutor.Step calldata step, address spender, uint256 amount, bytes memory data)
        internal
        returns (uint256 bought)
    {
        uint256 before = IERC20(step.tokenOut).balanceOf(address(this));
        spend(step.tokenIn, spender, amount, data);
        bought = IERC20(step.tokenOut).balanceOf(address(this)) - before;
        // A token of another name would not be measured and would stay behind.
        if (bought == 0) revert IExecutor.WrongToken(step.tokenOut);
    }

    /// @notice Approves an amount; the caller must call `disapprove` afterwards.
    function approve(address token, address spender, uint256 amount) internal {
        bool approved = _callToken(gasleft(), token, abi.encodeCall(IERC20.approve, (spender, amount)));
        if (!approved) revert ApprovalFailed(token);
    }

    /// @dev Skips the write if the allowance is used up, because some tokens refuse a second
    /// change.
    function disapprove(address token, address spender) internal {
        if (IERC20(token).allowance(address(this), spender) != 0) approve(token, spender, 0);
    }

    /// @notice Transfers from msg.sender, whose allowance is the only one this code can spend, or
    /// reverts.
    function pull(address token, address to, uint256 amount) internal {
        bytes memory data = abi.encodeCall(IERC20.transferFrom, (msg.sender, to, amount));
        if (!_callToken(gasleft(), token, data)) revert TransferFromFailed(token);
    }

    function _callNative(uint256 gasLimit, address to, uint256 amount) private returns (bool ok) {
        assembly ("memory-safe") {
            ok := call(gasLimit, to, amount, 0, 0, 0, 0)
        }
    }

    function _callToken(uint256 gasLimit, address token, bytes memory data) private returns (bool ok) {
        assembly ("memory-safe") {
            ok := call(gasLimit, token, 0, add(data, 32), mload(data), 0, 32)
            switch returndatasize()
            case 0 { ok := and(ok, gt(extcodesize(token), 0)) }
            default { ok := and(ok, and(gt(returndatasize(), 31), eq(mload(0), 1))) }
        }
    }
}
