// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title What an account delegates to (EIP-7702) so that its wallet can send several calls in one transaction.
/// @dev For tests: only the account itself may call it, by a transaction to its own address.
contract BatchExecutor {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    error NotTheAccount();

    receive() external payable {}

    function execute(Call[] calldata calls) external payable {
        if (msg.sender != address(this)) revert NotTheAccount();
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success, bytes memory reason) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (success) continue;
            assembly {
                revert(add(reason, 0x20), mload(reason))
            }
        }
    }
}
