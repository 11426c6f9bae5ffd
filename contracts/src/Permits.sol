// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC2612, IPermit2} from "./External.sol";
import {ISettlement} from "./ISettlement.sol";
import {Tokens} from "./Tokens.sol";

/// @title Takes the input from msg.sender, in the way that the tag of the permit selects.
/// @dev The owner is always msg.sender, so a permit can only spend the caller's own tokens.
library Permits {
    uint8 private constant PERMIT2_SIGNED = 1;
    uint8 private constant EIP2612_SIGNED = 2;
    uint8 private constant PERMIT2_STANDING = 3;

    uint256 private constant EIP2612_BYTES = 160;
    /// Size of a PermitSingle and the shortest signature with its offset and length.
    uint256 private constant PERMIT2_MIN_BYTES = 320;

    function pull(IPermit2 permit2, address token, address to, uint256 amount, bytes calldata permit) internal {
        if (permit.length == 0) return Tokens.pull(token, to, amount);

        uint8 tag = uint8(permit[0]);
        if (tag == EIP2612_SIGNED) {
            _permitToken(token, permit[1:]);
            Tokens.pull(token, to, amount);
        } else {
            if (tag == PERMIT2_SIGNED) _permitPermit2(permit2, permit[1:]);
            else if (tag != PERMIT2_STANDING || permit.length != 1) revert ISettlement.PermitMalformed();
            permit2.transferFrom(msg.sender, to, uint160(amount), token);
        }
    }

    function _permitToken(address token, bytes calldata data) private {
        if (data.length != EIP2612_BYTES) revert ISettlement.PermitMalformed();
        (uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) =
            abi.decode(data, (uint256, uint256, uint8, bytes32, bytes32));
        try IERC2612(token).permit(msg.sender, address(this), value, deadline, v, r, s) {} catch {}
    }

    function _permitPermit2(IPermit2 permit2, bytes calldata data) private {
        if (data.length < PERMIT2_MIN_BYTES) revert ISettlement.PermitMalformed();
        (IPermit2.PermitSingle memory single, bytes memory signature) =
            abi.decode(data, (IPermit2.PermitSingle, bytes));
        try permit2.permit(msg.sender, single, signature) {} catch {}
    }
}
