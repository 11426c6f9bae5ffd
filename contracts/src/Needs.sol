// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IExecutor} from "./ISettlement.sol";
import {WHOLE} from "./Kinds.sol";

/// @title What a purchase has yet to buy of each token, and by which step next.
/// @dev In transient storage, at the slot that bears the token's address: V3 callbacks read it too. Back at zero when a
///      purchase ends well, or else the next one of the transaction would start with it.
library Needs {
    /// Behind all addresses.
    uint256 private constant NEXT_STEP = 1 << 160;

    /// @notice A purchase starts at its first step, needing so much of its output.
    function start(address token, uint256 amount) internal {
        _setNext(0);
        add(token, amount);
    }

    /// @return i the step to go on with
    function nextStep() internal view returns (uint256 i) {
        assembly ("memory-safe") {
            i := tload(NEXT_STEP)
        }
    }

    /// @return i the step to go on with, which then counts as done
    function takeStep() internal returns (uint256 i) {
        i = nextStep();
        _setNext(i + 1);
    }

    function amountOf(address token) internal view returns (uint256 amount) {
        assembly ("memory-safe") {
            amount := tload(token)
        }
    }

    /// @return all that is now needed
    function add(address token, uint256 amount) internal returns (uint256 all) {
        all = amountOf(token) + amount;
        _set(token, all);
    }

    /// @return amount that a step is to buy, which then counts as bought
    function take(address token, uint64 portion) internal returns (uint256 amount) {
        uint256 all = amountOf(token);
        amount = portion == WHOLE ? all : all * portion / WHOLE;
        if (amount == 0) revert IExecutor.WrongToken(token);
        _set(token, all - amount);
    }

    function _setNext(uint256 i) private {
        assembly ("memory-safe") {
            tstore(NEXT_STEP, i)
        }
    }

    function _set(address token, uint256 amount) private {
        assembly ("memory-safe") {
            tstore(token, amount)
        }
    }
}
