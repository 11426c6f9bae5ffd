// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Reads numbers from a trusted contract.
library Query {
    /// @param argument ignored by functions without an argument
    function ask(address target, bytes4 selector, uint256 argument) internal view returns (uint256 answer) {
        assembly ("memory-safe") {
            mstore(0, selector)
            mstore(4, argument)
            let ok := staticcall(gas(), target, 0, 36, 0, 32)
            if iszero(and(ok, gt(returndatasize(), 31))) { revert(0, 0) }
            answer := mload(0)
        }
    }

    /// @notice Reads a list of numbers.
    function list(address target, bytes4 selector) internal view returns (uint256[] memory all) {
        assembly ("memory-safe") {
            mstore(0, selector)
            let ok := staticcall(gas(), target, 0, 4, 0, 0)
            if iszero(and(ok, gt(returndatasize(), 63))) { revert(0, 0) }
            let at := mload(64)
            returndatacopy(at, 0, returndatasize())
            mstore(64, add(at, returndatasize()))
            // Skips the offset, which says that the list follows.
            all := add(at, 32)
        }
    }
}
