// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OpenMint, StandardCalls, TokenLedger} from "./DevToken.sol";

/// @title Returns its name and symbol as bytes32, as tokens did before the standard settled on
/// strings.
contract Bytes32Token is StandardCalls, OpenMint {
    bytes32 public immutable name;
    bytes32 public immutable symbol;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) TokenLedger(decimals_) {
        name = bytes32(bytes(name_));
        symbol = bytes32(bytes(symbol_));
    }
}
