// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IExecutor} from "./ISettlement.sol";
import {WHOLE} from "./Kinds.sol";

/// @title Amounts that a purchase still needs of each token, and the index of its next step.
/// @dev Uses transient storage at the slot of the token's address, because V3 callbacks read it
/// too. All slots are zero after a successful purchase, so that the next one in the transaction
/// starts empty.
library Needs {
    /// Slot of the next step, above all addresses.
    uint256 private constant NEXT_STEP = 1 << 160;

    /// @notice Starts a purchase at its first step with the amount needed of its output.
    function start(address token, uint256 amount) internal {
        _setNext(0);
        add(token, amount);
    }

    /// @return i index of the step to run next
    function nextStep() internal view returns (uint256 i) {
        assembly ("memory-safe") {
            i := tload(NEXT_STEP)
        }
    }

    /// @return i index of the step to run next, which is then marked as run
    function takeStep() internal returns (uint256 i) {
        i = nextStep();
        _setNext(i + 1);
    }

    function amountOf(address token) internal view returns (uint256 amount) {
        assembly ("memory-safe") {
            amount := tload(token)
        }
    }

    /// @return all amount that is now needed
    function add(address token, uint256 amount) internal returns (uint256 all) {
        all = amountOf(token) + amount;
        _set(token, all);
    }

    /// @return amount that a step must buy, which is subtracted from the amount needed
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
